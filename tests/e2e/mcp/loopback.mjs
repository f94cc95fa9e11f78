// For `node --import`: the conformance tests open servers without naming an address, and those would listen on all of the machine's.
// They read the port at once, so looking up the address must not take a turn of the event loop.

import dns from "node:dns";
import { Server } from "node:net";

const ADDRESS = "127.0.0.1";

const { lookup } = dns;
dns.lookup = (name, ...rest) => {
  if (name !== ADDRESS) return lookup(name, ...rest);
  const found = rest[0]?.all ? [[{ address: ADDRESS, family: 4 }]] : [ADDRESS, 4];
  return rest.at(-1)(null, ...found);
};

const { listen } = Server.prototype;
Server.prototype.listen = function (port, ...rest) {
  const isNamed = typeof port !== "number" || typeof rest[0] === "string";
  return isNamed ? listen.call(this, port, ...rest) : listen.call(this, port, ADDRESS, ...rest);
};
