-- A session holds nothing of a dead node any more, unless somebody has committed to it since that was seen: the node may be alive
-- after all, and hold something of it again.
--
-- KEYS  1 room (hash)  2 sessions of the node (set)   ARGV  1 session  2, 3 number and token of the state that was seen
-- Returns 1 if that is the state still.
local state = redis.call('HMGET', KEYS[1], 'number', 'token')
if (state[1] or '0') ~= ARGV[2] or (state[2] or '0') ~= ARGV[3] then
  return 0
end
redis.call('SREM', KEYS[2], ARGV[1])
return 1
