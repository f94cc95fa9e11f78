// What may be more at the end than at the first look, when everything that has a bound has reached it.

const MAY_GROW_BY = {
  // A page of wasm memory: where pieces lie decides whether the last one is needed.
  wasm: 65_536,
  heap: 1_000_000,
  nodes: 100,
  listeners: 10,
};

/** A sentence about each figure that has grown too much. */
export function growth(samples, figures = Object.keys(MAY_GROW_BY)) {
  const [first, last] = [samples[0], samples.at(-1)];
  const grown = figures.filter((figure) => last[figure] - first[figure] > MAY_GROW_BY[figure]);
  return grown.map((figure) => {
    const by = last[figure] - first[figure];
    return `${figure} has grown by ${by} from ${first.asks} to ${last.asks} asks; ${MAY_GROW_BY[figure]} are allowed`;
  });
}
