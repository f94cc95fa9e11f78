// The moments of an answer's life over a fleet: those of moments.mjs, and one that only an agent has whose call is kept without it.

import { MOMENTS } from "./moments.mjs";

export const CONFIRMED = "confirmed, not fetched";

export const FLEET_MOMENTS = {
  ...MOMENTS,

  async [CONFIRMED](play, fault) {
    await play.asks();
    play.asked.leaves();
    await play.types();
    await play.sends();
    await play.isTaken();
    await fault.strike(play);
    await fault.heal(play);
    play.asked.comesBack();
    // The page still has what was answered, and gives it again to bridges that ask the very same again.
    await play.gets("text");
    await play.isOver();
    return fault.loses ? "lost and asked again; the page gives it again" : "kept for the agent, fetched later";
  },
};
