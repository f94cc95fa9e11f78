-- A node will not speak any more. If it holds nothing it is forgotten; otherwise the others end what it held, at once.
--
-- KEYS  1 nodes by when they last spoke (sorted set)  2 sessions of the node (set)   ARGV  1 node  2 "1" if it can hold nothing new
if ARGV[2] == '1' and redis.call('SCARD', KEYS[2]) == 0 then
  return redis.call('ZREM', KEYS[1], ARGV[1])
end
return redis.call('ZADD', KEYS[1], 0, ARGV[1])
