// A page's clock that a test can hold, or set forward. What must happen before some time has passed then happens before
// it, however busy the machine is; and nobody waits for half a minute.

/** Runs in the page before anything else: adds `window.heldClock`, and leads the page's two clocks through it. */
export function addHeldClock() {
  const monotonic = performance.now.bind(performance);
  const wall = Date.now.bind(Date);
  let heldAt = null;
  let lost = 0;
  const elapsed = () => heldAt ?? monotonic() - lost;
  performance.now = elapsed;
  Date.now = () => Math.round(wall() - (monotonic() - elapsed()));
  window.heldClock = {
    hold() {
      heldAt ??= monotonic() - lost;
    },
    release() {
      if (heldAt !== null) lost = monotonic() - heldAt;
      heldAt = null;
    },
    // Timers that are set already keep their delay: whoever waits for one looks at the clock then.
    advance(millis) {
      lost -= millis;
      if (heldAt !== null) heldAt += millis;
    },
  };
}

/** The clock of `page` stands still while `play` runs. */
export async function withHeldClock(page, play) {
  await page.evaluate("heldClock.hold()");
  try {
    return await play();
  } finally {
    await page.evaluate("heldClock.release()");
  }
}

/** Lets this number of milliseconds pass on the clock of `page`. */
export function advance(page, millis) {
  return page.evaluate((millis) => window.heldClock.advance(millis), millis);
}
