// Where the chunks are. The inline entry of the package has another file in the place of this one.

const FILES = {
  previews: () => new URL("./ask-user-widget_previews.wasm", import.meta.url),
  requests: () => new URL("./ask-user-widget_requests.wasm", import.meta.url),
};

/** The address of a chunk: beside the main file, if the page said where that is and left it its name; otherwise beside this one. */
export function sourceOf(name, place) {
  const main = String(place?.url ?? place);
  return /ask-user-widget_bg\.wasm$/.test(main) ? new URL(`ask-user-widget_${name}.wasm`, new URL(main, document.baseURI)) : FILES[name]();
}
