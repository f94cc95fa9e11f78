// Orders and middles.

/** A, B, C, C, B, A, … until each has had its number: what drifts meanwhile touches all alike. */
export function* alternating(names, rounds) {
  for (let round = 0; round < rounds; round++) yield* round % 2 === 0 ? names : names.toReversed();
}

function quantile(sorted, share) {
  const at = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return low + (high - low) * (at - Math.floor(at));
}

/** Median and quartiles of samples. */
export function summary(samples) {
  const sorted = samples.toSorted((a, b) => a - b);
  return { median: quantile(sorted, 0.5), low: quantile(sorted, 0.25), high: quantile(sorted, 0.75), samples };
}
