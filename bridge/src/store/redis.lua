-- One request of one node for one session: looks at its state, or commits a step if nobody else did.
--
-- KEYS  1 room (hash)  2 commits of the past (stream)  3 missed frames (list)  4 what is due (sorted set)
--       5 the sessions of the node (set)
-- ARGV  1 session  2 "load" or "commit"  3, 4 number and token of the state that the node has seen  5 "1": with missed frames
--       A commit has besides:
--       6 new token  7 snapshot, empty if it is the same  8 deliveries  9 "none", "add" or "replace" (missed frames)
--       10 when it is due, empty if never  11 milliseconds until a quiet session expires, empty if it is not quiet
--       12 commits to remember  13, 14 the most missed frames, and their bytes  15 node  16 channel  17… missed frames
--
-- Returns { 1 if the commit counts, number, token, snapshot, commits, missed frames }. Tokens are strings: Lua's numbers are
-- too short for them.
local seen = redis.call('HMGET', KEYS[1], 'number', 'token')
local number, token = seen[1] or '0', seen[2] or '0'

if ARGV[2] == 'load' or number ~= ARGV[3] or token ~= ARGV[4] then
  local missed = false
  if ARGV[5] == '1' then missed = redis.call('LRANGE', KEYS[3], 0, -1) end
  local commits = redis.call('XRANGE', KEYS[2], ARGV[3] .. '-0', '+')
  return { 0, number, token, redis.call('HGET', KEYS[1], 'snapshot'), commits, missed }
end

local snapshot, deliveries, missed_change = ARGV[7], ARGV[8], ARGV[9]
if snapshot == '' and deliveries == '[]' and missed_change == 'none' then
  return { 1, number, token, false, false, false }
end

number = string.format('%d', tonumber(number) + 1)
token = ARGV[6]
redis.call('HSET', KEYS[1], 'number', number, 'token', token)
if snapshot ~= '' then redis.call('HSET', KEYS[1], 'snapshot', snapshot) end
redis.call('XADD', KEYS[2], 'MAXLEN', ARGV[12], number .. '-1', 'token', token, 'deliveries', deliveries)

if missed_change == 'replace' then
  redis.call('DEL', KEYS[3])
  redis.call('HDEL', KEYS[1], 'missed_bytes')
end
for index = 17, #ARGV do
  redis.call('RPUSH', KEYS[3], ARGV[index])
  redis.call('HINCRBY', KEYS[1], 'missed_bytes', #ARGV[index])
end
if #ARGV >= 17 then
  local bytes = tonumber(redis.call('HGET', KEYS[1], 'missed_bytes'))
  while redis.call('LLEN', KEYS[3]) > tonumber(ARGV[13]) or bytes > tonumber(ARGV[14]) do
    local oldest = redis.call('LPOP', KEYS[3])
    if not oldest then break end
    bytes = redis.call('HINCRBY', KEYS[1], 'missed_bytes', -#oldest)
  end
end

if ARGV[10] == '' then
  redis.call('HDEL', KEYS[1], 'due')
  redis.call('ZREM', KEYS[4], ARGV[1])
else
  redis.call('HSET', KEYS[1], 'due', ARGV[10])
  redis.call('ZADD', KEYS[4], ARGV[10], ARGV[1])
end
redis.call('SADD', KEYS[5], ARGV[1])
for index = 1, 3 do
  if ARGV[11] == '' then
    redis.call('PERSIST', KEYS[index])
  else
    redis.call('PEXPIRE', KEYS[index], ARGV[11])
  end
end
redis.call('PUBLISH', ARGV[16], ARGV[15] .. ' ' .. ARGV[1] .. ' ' .. number)
return { 1, number, token, false, false, false }
