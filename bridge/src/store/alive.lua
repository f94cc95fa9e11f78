-- A node says that it is there, by the store's clock: the nodes' clocks may differ. All hear it on the channel, so that one that
-- hears nothing knows that its connection is broken.
--
-- KEYS  1 nodes by when they last spoke (sorted set)   ARGV  1 node  2 channel
-- Returns the store's time, in milliseconds.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], string.format('%d', now), ARGV[1])
redis.call('PUBLISH', ARGV[2], ARGV[1])
return now
