// Waiting for conditions. Nothing in these tests sleeps for a fixed time.

import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";

/** How long a condition may take. Generous: the machine may be compiling as well. */
export const PATIENCE = 30_000;

/** The outcome of `promise`, or an error naming `what` that did not come. */
export async function within(promise, what, limit = PATIENCE) {
  const timer = new AbortController();
  const late = pause(limit, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`${what} did not come within ${limit} ms`);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    timer.abort();
    late.catch(() => {});
  }
}

/** Reads until the assertions of `check` hold. The last failure is the one that is thrown. */
export async function eventually(read, check, limit = PATIENCE) {
  const deadline = performance.now() + limit;
  for (;;) {
    try {
      return check(await read());
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await pause(25);
  }
}

/** Reads until the value is `expected`. */
export async function becomes(read, expected, message) {
  await eventually(read, (value) => assert.deepEqual(value, expected, message));
}
