/** Bytes of the WebAssembly's memory, which never shrinks. What it is called in the shipped build is left to the build. */
export function wasmMemory(page) {
  return page.evaluate(async () => {
    const glue = await import("/ask-user-widget.js");
    const isMemory = (exported) => exported instanceof WebAssembly.Memory;
    return Object.values(await glue.default()).find(isMemory).buffer.byteLength;
  });
}
