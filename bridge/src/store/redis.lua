-- One request of one node for one session: looks at its state, or commits a step if nobody else did.
--
-- KEYS  1 room (hash)  2 commits of the past (stream)  3 missed frames (list)  4 what is due (sorted set)
--       5 nodes by when they last spoke (sorted set)
-- ARGV  1 session  2 "first look", "load" or "commit"  3, 4 number and token of the state that the node has seen
--       5 "1": with missed frames
--       A commit has besides:
--       6 new token  7 snapshot, empty if it is the same  8 deliveries  9 "none", "add" or "replace" (missed frames)
--       10 when it is due, empty if never  11 milliseconds until a quiet session expires, empty if it is not quiet
--       12, 13 the most commits to remember, and their bytes  14, 15 the most missed frames, and their bytes  16 node
--       17 channel  18 what the key of a node's sessions begins with  19, 20 nodes that hold something of the session now, and
--       that do not any more, with spaces between them  21 "1": the node waits until a replica has what was written  22… missed frames
--
-- Returns { 1 if the commit counts, number, token, snapshot, commits, missed frames }. The snapshot is left out if the node has
-- seen it. Tokens are strings: Lua's numbers are too short for them.
local seen = redis.call('HMGET', KEYS[1], 'number', 'token')
local number, token = seen[1] or '0', seen[2] or '0'
local is_first_look = ARGV[2] == 'first look'
local is_seen = number == ARGV[3] and token == ARGV[4] and not is_first_look

if ARGV[2] ~= 'commit' or not is_seen then
  local missed, snapshot = false, false
  if ARGV[5] == '1' then missed = redis.call('LRANGE', KEYS[3], 0, -1) end
  if not is_seen then snapshot = redis.call('HGET', KEYS[1], 'snapshot') end
  local commits = false
  if not is_first_look then commits = redis.call('XRANGE', KEYS[2], ARGV[3] .. '-0', '+') end
  return { 0, number, token, snapshot, commits, missed }
end

local snapshot, deliveries, missed_change = ARGV[7], ARGV[8], ARGV[9]
if snapshot == '' and deliveries == '[]' and missed_change == 'none' then
  -- The state may not have reached a replica yet. A node waits for what its connection has written, so something is.
  if ARGV[21] == '1' and seen[1] then redis.call('HSET', KEYS[1], 'number', number) end
  return { 1, number, token, false, false, false }
end

-- Where the room is gone and the rest is not, the rest belongs to another count.
if not seen[1] then redis.call('DEL', KEYS[2], KEYS[3]) end
number = string.format('%d', tonumber(number) + 1)
token = ARGV[6]
redis.call('HSET', KEYS[1], 'number', number, 'token', token)
if snapshot ~= '' then redis.call('HSET', KEYS[1], 'snapshot', snapshot) end

redis.call('XADD', KEYS[2], number .. '-1', 'token', token, 'deliveries', deliveries)
local length = redis.call('XLEN', KEYS[2])
local bytes = redis.call('HINCRBY', KEYS[1], 'commit_bytes', #deliveries)
while length > 1 and (length > tonumber(ARGV[12]) or bytes > tonumber(ARGV[13])) do
  local oldest = redis.call('XRANGE', KEYS[2], '-', '+', 'COUNT', 1)[1]
  redis.call('XDEL', KEYS[2], oldest[1])
  length = length - 1
  bytes = redis.call('HINCRBY', KEYS[1], 'commit_bytes', -#oldest[2][4])
end
if length == 1 then redis.call('HSET', KEYS[1], 'commit_bytes', #deliveries) end

if missed_change == 'replace' then redis.call('DEL', KEYS[3]) end
if redis.call('LLEN', KEYS[3]) == 0 then redis.call('HDEL', KEYS[1], 'missed_bytes') end
for index = 22, #ARGV do
  redis.call('RPUSH', KEYS[3], ARGV[index])
  redis.call('HINCRBY', KEYS[1], 'missed_bytes', #ARGV[index])
end
if #ARGV >= 22 then
  local missed_bytes = tonumber(redis.call('HGET', KEYS[1], 'missed_bytes'))
  while redis.call('LLEN', KEYS[3]) > tonumber(ARGV[14]) or missed_bytes > tonumber(ARGV[15]) do
    local oldest = redis.call('LPOP', KEYS[3])
    if not oldest then break end
    missed_bytes = redis.call('HINCRBY', KEYS[1], 'missed_bytes', -#oldest)
  end
end

if ARGV[10] == '' then
  redis.call('HDEL', KEYS[1], 'due')
  redis.call('ZREM', KEYS[4], ARGV[1])
else
  redis.call('HSET', KEYS[1], 'due', ARGV[10])
  redis.call('ZADD', KEYS[4], ARGV[10], ARGV[1])
end

-- Whoever holds something can die, also one that the store has not heard yet.
if ARGV[19] ~= '' then
  local time = redis.call('TIME')
  local now = string.format('%d', time[1] * 1000 + math.floor(time[2] / 1000))
  for node in string.gmatch(ARGV[19], '%S+') do
    redis.call('SADD', ARGV[18] .. node, ARGV[1])
    redis.call('ZADD', KEYS[5], 'NX', now, node)
  end
end
for node in string.gmatch(ARGV[20], '%S+') do
  redis.call('SREM', ARGV[18] .. node, ARGV[1])
end

for index = 1, 3 do
  if ARGV[11] == '' then
    redis.call('PERSIST', KEYS[index])
  else
    redis.call('PEXPIRE', KEYS[index], ARGV[11])
  end
end
redis.call('PUBLISH', ARGV[17], ARGV[16] .. ' ' .. ARGV[1] .. ' ' .. number)
return { 1, number, token, false, false, false }
