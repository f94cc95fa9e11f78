// The asks that wait and the receipts, outside of React, so that `ask` can be called by anybody.

import { endedAs, MOST_RECEIPTS, readAsk } from "../common/model.js";

let state = { asks: [], receipts: [] };
const listeners = new Set();
const resolvers = new Map();
let count = 0;

function set(next) {
  state = next;
  for (const listener of listeners) listener();
}

export function subscribe(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const snapshot = () => state;

export function ask(text) {
  const asked = { ...readAsk(text), key: ++count };
  return new Promise((resolve) => {
    resolvers.set(asked.key, resolve);
    set({ ...state, asks: [...state.asks, asked] });
  });
}

/** The ask is over: its receipt stays, and the next one comes. */
export function end(asked, result) {
  const resolve = resolvers.get(asked.key);
  if (!resolve) return;
  resolvers.delete(asked.key);
  const receipts = [...state.receipts, { key: asked.key, asked, result }].slice(-MOST_RECEIPTS);
  set({ asks: state.asks.filter(({ key }) => key !== asked.key), receipts });
  resolve(result);
}

export const dismiss = (asked) => end(asked, endedAs(asked, "cancelled"));
export const timeOut = (asked) => end(asked, endedAs(asked, "timed-out"));
