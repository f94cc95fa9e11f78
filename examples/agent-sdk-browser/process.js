// The SDK's code for browsers reads `process.env`, which bundlers provide. This page has none.
globalThis.process ??= { env: {}, cwd: () => "/" };
