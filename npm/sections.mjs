// Reads WebAssembly as far as this folder needs it: its sections, and what stands in them.

/** The sections of WebAssembly by their numbers; those that are not listed are small. */
const SECTIONS = { 1: "types", 2: "imports", 3: "signatures of functions", 9: "tables of functions", 10: "code", 11: "data" };

/** Reads WebAssembly from its beginning to its end. */
export class Reader {
  constructor(bytes, at = 0) {
    Object.assign(this, { bytes, at });
  }

  get isAtEnd() {
    return this.at >= this.bytes.length;
  }

  /** A number, seven bits a byte. */
  number() {
    for (let value = 0, shift = 0; ; shift += 7) {
      const byte = this.bytes[this.at++];
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  }

  /** The next bytes: this number of them, or as many as a number before them says. */
  slice(length = this.number()) {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  text() {
    return this.slice().toString("utf8");
  }
}

/** The sections of a module: number, bytes, and a name if it is a tool's. */
export function sections(bytes) {
  const found = [];
  for (const reader = new Reader(bytes, 8); !reader.isAtEnd; ) {
    const [id] = reader.slice(1);
    const content = new Reader(reader.slice());
    found.push({ id, name: id === 0 ? content.text() : SECTIONS[id], content: content.bytes.subarray(content.at) });
  }
  return found;
}
