// The faults of several bridges over one store: how each strikes, and how it ends. faults.mjs has the faults of the link and the page,
// which are tried over a fleet too. `play` is the cell that is played; its agent repeats its calls until it has the result.
//
// - `isBrief`: page and agent find another bridge at once, so nobody is told of anything.
// - `isOfStore`: the store is away. No answer is confirmed meanwhile, and the page loses its connection once it has something to send.
// - `loses`: the store has lost everything. The agent's next call asks the same again, under the same id.

import { becomes } from "../support/until.mjs";
import { FAULTS, networkIsBack } from "./faults.mjs";

const PERSISTENT = "Redis killed, append-only file";
export const FORGETFUL = "Redis killed, nothing kept";

/** Ends the connections that a fault of the link has made deaf, and has the page make a new one at once. */
async function reconnect(play) {
  play.link.cut();
  play.link.mend();
  await networkIsBack(play.page);
}

/** The agent's call is pending again before the page is back. */
async function isPendingAgain(play) {
  if (play.asked.isSettled || !play.asked.isCalling) return;
  await becomes(async () => (await play.bridge.asks(play.session)).map(({ status }) => status), ["pending"], "what is asked");
}

const ofBridge = (side, end) => ({
  isBrief: true,
  strike: (play) => end(play.bridge.bridgeOf(side)),
  heal: reconnect,
});

const killed = (heal) => ({ isOfStore: true, strike: (play) => play.bridge.redis.kill(), heal });

const FLEET_ONLY = {
  "page's bridge killed": ofBridge("page", (bridge) => bridge.kill()),
  "agent's bridge killed": ofBridge("agent", (bridge) => bridge.kill()),
  "page's bridge asked to stop": ofBridge("page", (bridge) => bridge.stop()),
  "agent's bridge asked to stop": ofBridge("agent", (bridge) => bridge.stop()),
  "page's bridge paused": {
    isPause: true,
    async strike(play) {
      play.paused = play.bridge.bridgeOf("page");
      await play.bridge.pause(play.paused);
    },
    async heal(play) {
      await reconnect(play);
      play.bridge.resume(play.paused);
    },
  },
  [PERSISTENT]: killed(async (play) => {
    await play.bridge.redis.startAgain();
    await reconnect(play);
  }),
  [FORGETFUL]: {
    ...killed(async (play) => {
      play.link.cut();
      await play.bridge.redis.startAgain();
      await isPendingAgain(play);
      await reconnect(play);
    }),
    loses: true,
  },
  "Redis paused": {
    isOfStore: true,
    strike: (play) => play.bridge.redis.pause(),
    async heal(play) {
      play.bridge.redis.resume();
      await reconnect(play);
    },
  },
};

const { "bridge killed": _killed, "bridge paused": _paused, ...OF_LINK_AND_PAGE } = FAULTS;

/** The faults that only a fleet has. */
export const NEW_FAULTS = Object.keys(FLEET_ONLY);

export const FLEET_FAULTS = { ...FLEET_ONLY, ...OF_LINK_AND_PAGE };
