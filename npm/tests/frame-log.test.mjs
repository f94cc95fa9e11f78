// What `verbose` logs of each kind of frame: what it is about, and never what it says.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { logFrame } from "../../src/element/frame-log.js";

const FRAMES = [
  [{ type: "ask_user_question", question_id: "q_1", questions: ["secret"] }, "q_1"],
  [{ type: "ask_user_response", data: { question_id: "q_1", answers: { Q: "secret" } } }, "q_1"],
  [{ type: "permission_request", request_id: "p_1", input: { command: "secret" } }, "p_1"],
  [{ type: "permission_response", data: { request_id: "p_1", result: { message: "secret" } } }, "p_1"],
  [{ type: "ask_user_beat" }, ""],
];

test("a frame is logged with its type, id and length, and without what it says", () => {
  const debug = mock.method(console, "debug", () => {});
  for (const [frame, id] of FRAMES) {
    const text = JSON.stringify(frame);
    for (const given of [frame, text]) {
      logFrame("in", given);
      assert.deepEqual(debug.mock.calls.at(-1).arguments, ["<ask-user>", "in", frame.type, id, text.length]);
    }
  }
  logFrame("out", "no JSON");
  assert.deepEqual(debug.mock.calls.at(-1).arguments, ["<ask-user>", "out", "", "", 7]);
});
