-- Sessions that some node has to wake: some whose time has come. Whoever gets one has a while for it; then others get it too.
--
-- KEYS  1 what is due (sorted set)   ARGV  1 now, in milliseconds  2 what the key of a room begins with  3 what it ends with
--       4 that while, in milliseconds  5 the most sessions
-- Returns fewer than the most if there are no more, or if very many have expired.
local due = {}
local again = string.format('%d', tonumber(ARGV[1]) + tonumber(ARGV[4]))
for _ = 1, 16 do
  local sessions = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, tonumber(ARGV[5]) - #due)
  if #sessions == 0 then break end
  for _, session in ipairs(sessions) do
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
  if #due == tonumber(ARGV[5]) then break end
end
return due
