// The moments of an answer's life. Each brings an ask there, lets the fault strike and end, follows it to its end, and
// says what came of it: what it says was seen, or it would have failed on the way.

import { becomes } from "../support/until.mjs";
import { comeBack, goDown } from "./faults.mjs";

/** The agent's question is over for a bridge that forgot it; the person is told, and what they typed is not lost. */
async function askedAgain(play, { told }) {
  if (told) await play.readsAndCloses("withdrawn");
  else await play.isNoted("The agent no longer seems to be waiting for an answer.");
  await play.isAsked();
  await play.types();
  await play.sends();
  await play.gets("text");
  await play.isOver();
  const first = told ? "told that it is over, text to copy" : "closes";
  return `call failed; ${first}; asked again, answered`;
}

/** The page that was first cannot change anything, and does not fight. */
async function isTaken(play) {
  await play.former.widget.notice.getByText("This chat is open in another window.").waitFor();
}

/** The moment at which the agent has the answer, and the page does not know that. */
export const ACK_LOST = "sent, ack lost";
/** The moment to which only what can be dismissed comes. */
export const DISMISSED = "cancel, undo possible";
/** The moment at which the time ends while the fault lasts. */
export const TIMED_OUT = "timed out meanwhile";

export const MOMENTS = {
  async "asked, untouched"(play, fault) {
    await play.asks();
    await fault.strike(play);
    if (fault.isNoticed) await play.isTold("offline");
    await fault.heal(play);
    if (fault.forgets) return askedAgain(play, { told: false });
    await play.isAsked();
    await play.types();
    await play.sends();
    await play.gets("text");
    await play.isOver();
    return "still asked; answered once";
  },

  async "typed, not sent"(play, fault) {
    await play.asks();
    await play.types();
    await fault.strike(play);
    if (fault.isNoticed) await play.isTold("offline");
    await fault.heal(play);
    if (fault.forgets) return askedAgain(play, { told: true });
    await play.isAsked();
    await play.hasText();
    if (fault.isTakeover) await isTaken(play);
    await play.sends();
    await play.gets("text");
    await play.isOver();
    return fault.isTakeover ? "text handed over; answered once" : "text kept; answered once";
  },

  async "sent while down"(play, fault) {
    await play.asks();
    if (fault.isOfPage) await goDown(play, fault);
    else await fault.strike(play);
    if (fault.isOfPage || fault.isNoticed) await play.isTold("offline");
    await play.types();
    await play.sends();
    if (fault.isOfPage || fault.isNoticed) await play.isTold("kept");
    else if (!fault.isBrief) await play.isSending();
    if (fault.isOfStore) await play.isReconnecting();
    if (fault.isOfPage) {
      await fault.strike(play);
      if (fault.isTakeover) {
        await fault.heal(play);
        await play.isAsked();
        await comeBack(play, fault);
        await play.gets("text");
        play.returnsToFirst();
        await play.isOver();
        return "kept; first tab takes back; answered once";
      }
      await comeBack(play, fault);
    }
    await fault.heal(play);
    if (fault.forgets) return askedAgain(play, { told: true });
    await play.gets("text");
    await play.isOver();
    if (fault.isBrief) return "answered once";
    return fault.isOfPage || fault.isNoticed ? "kept; answered once" : "sending; answered once";
  },

  async [ACK_LOST](play, fault) {
    await play.asks();
    play.link.deafen();
    await play.types();
    await play.sends();
    await play.gets("text");
    await fault.strike(play);
    if (fault.isPause) await play.triesAnew();
    await fault.heal(play);
    if (fault.isTakeover) play.returnsToFirst();
    if (fault.loses) {
      // The bridges keep an answer that nobody waits for yet for a minute.
      await play.isNoted("The question timed out.", 120_000);
      await play.isOver();
      return "answered once; told as timed out: nobody can confirm it";
    }
    if (fault.forgets) {
      await play.isNoted("The question timed out.");
      await play.answersNext();
      await play.isOver();
      return "answered once; told as timed out: nobody can confirm it";
    }
    await play.isConfirmed();
    await play.isOver();
    return fault.isTakeover ? "answered once; first tab takes back" : "answered once; confirmed later";
  },

  async "sent, acknowledged"(play, fault) {
    await play.asks();
    await play.types();
    await play.sends();
    await play.gets("text");
    await play.isOver();
    await fault.strike(play);
    await fault.heal(play);
    if (fault.forgets) await play.answersNext();
    await play.isOver();
    if (fault.isTakeover) await isTaken(play);
    return "answered once; nothing comes back";
  },

  async [DISMISSED](play, fault) {
    await play.asks();
    await play.types();
    // The five seconds of the undo last until the fault has struck; a second tab has taken the session by then.
    const { page } = play;
    await page.evaluate("heldClock.hold()");
    await play.cancels();
    await fault.strike(play);
    if (fault.isTakeover) {
      await fault.heal(play);
      await becomes(() => play.former.chat.connection.textContent(), "taken");
    }
    if (!fault.isOfPage || fault.isTakeover) await page.evaluate("heldClock.release()");
    if (!fault.isTakeover) await fault.heal(play);
    if (fault.forgets) return askedAgain(play, { told: true });
    if (fault.isTakeover) {
      await play.isAsked();
      await play.hasText();
      await play.sends();
      await play.gets("text");
      await play.isOver();
      return "cancel stays in its tab; second tab answers once";
    }
    await play.gets("cancel");
    await play.isOver();
    return "cancelled once";
  },

  async [TIMED_OUT](play, fault) {
    await play.asks({ timeout: play.timeToType });
    // Somebody who types gets more time, unless the bridge does not hear of it.
    if (fault.isOfPage) play.link.mute();
    else if (fault.forgets || fault.isBrief) play.link.cut();
    else await fault.strike(play);
    if (fault.isSlow) await play.isShortOfTime();
    await play.types();
    play.staysAway = true;
    if (fault.isOfPage) await fault.strike(play);
    if (fault.isOfPage && !fault.isTakeover) await play.hasLeft();
    if (fault.isTakeover) {
      await fault.heal(play);
      await play.isAsked();
      await play.hasText();
    }
    if (fault.isBrief) await fault.strike(play);
    if (fault.isPause) await play.isTimeUp();
    // Nobody can say that it is over, and the page says what it knows.
    else if (fault.isOfStore) await play.isTold("timedOut");
    else await play.gets("timeout");
    if (fault.forgets) await fault.strike(play);
    if (!fault.isTakeover) await fault.heal(play);
    if (fault.loses) {
      await play.isAsked();
      await play.hasText();
      await play.sends();
      await play.gets("text");
      await play.isOver();
      return "asked again, text kept; answered once";
    }
    await play.gets("timeout");
    const what = fault.forgets ? "withdrawn" : "timedOut";
    await play.readsAndCloses(what);
    if (fault.forgets) await play.answersNext();
    await play.isOver();
    return fault.forgets ? "timed out; told that it is over, text to copy" : "timed out; told, text to copy";
  },
};
