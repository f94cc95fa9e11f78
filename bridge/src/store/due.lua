-- Sessions that some node has to wake: at most 64 whose time has come. Whoever gets one has a while for it; then others get it too.
--
-- KEYS  1 what is due (sorted set)   ARGV  1 now, in milliseconds  2 what the key of a room begins with  3 what it ends with
--       4 that while, in milliseconds
local due = {}
local again = string.format('%d', tonumber(ARGV[1]) + tonumber(ARGV[4]))
for _, session in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, 64)) do
  local at = redis.call('HGET', ARGV[2] .. session .. ARGV[3], 'due')
  if not at then
    -- The session has expired.
    redis.call('ZREM', KEYS[1], session)
  elseif tonumber(at) > tonumber(ARGV[1]) then
    redis.call('ZADD', KEYS[1], at, session)
  else
    redis.call('ZADD', KEYS[1], again, session)
    due[#due + 1] = session
  end
end
return due
