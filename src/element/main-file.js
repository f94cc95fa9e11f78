// Where the WebAssembly is: beside this file. The inline entry of the package has another file in the place of this one.

/** The answer of the server. */
export const mainFile = () => fetch(new URL("./ask-user-widget_bg.wasm", import.meta.url));
