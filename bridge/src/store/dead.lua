-- Nodes that have died, each with some of the sessions that it may still hold: { node, sessions, node, sessions… }. One that holds
-- none is forgotten.
--
-- KEYS  1 nodes by when they last spoke (sorted set)
-- ARGV  1 milliseconds after which a silent node is dead  2 what the key of a node's sessions begins with  3 the most sessions
local time = redis.call('TIME')
local silent_since = string.format('%d', time[1] * 1000 + math.floor(time[2] / 1000) - tonumber(ARGV[1]))
local dead = {}
for _, node in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', silent_since)) do
  local sessions = redis.call('SRANDMEMBER', ARGV[2] .. node, ARGV[3])
  if #sessions == 0 then
    redis.call('ZREM', KEYS[1], node)
  else
    dead[#dead + 1] = { node, sessions }
  end
end
return dead
