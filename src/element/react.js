"use client";
// <ask-user> for React. React 19 needs no wrapper; React 18 passes neither properties nor custom events to a custom
// element, and the types of both are nicer this way.

import { createElement, forwardRef, useEffect, useImperativeHandle, useRef } from "react";
import { define } from "./ask-user.js";

/** The properties that are listeners, and the events that they listen to. */
const EVENTS = {
  onQuestion: "ask-user-question",
  onApproval: "ask-user-approval",
  onForm: "ask-user-form",
  onAnswer: "ask-user-answer",
  onDismiss: "ask-user-cancel",
  onTimeout: "ask-user-timeout",
  onEnd: "ask-user-end",
  onSession: "ask-user-session",
  onStatus: "ask-user-status",
  onFrameIn: "ask-user-frame-in",
  onFrameOut: "ask-user-frame-out",
  onFault: "ask-user-error",
};

/** The properties that are true or false. */
const SWITCHES = ["receipts", "drafts", "shortcuts", "images", "notify", "sound", "verbose"];

export const AskUser = /* @__PURE__ */ forwardRef(function AskUser({ token, strings, className, ...rest }, ref) {
  // Before the element is made, so that whoever gets the ref can use it at once.
  define();
  const element = useRef(null);
  const listeners = useRef(rest);
  useImperativeHandle(ref, () => element.current, []);

  const attributes = {};
  for (const name in rest) if (!(name in EVENTS)) attributes[name] = rest[name];
  // React 18 writes attributes, and true and false as texts.
  for (const name of SWITCHES) {
    if (typeof attributes[name] === "boolean") attributes[name] = attributes[name] ? "on" : "off";
  }
  if ("hidden" in attributes) attributes.hidden = attributes.hidden ? "" : undefined;
  // React 18 writes `className` on a custom element as an attribute of that name.
  if (className !== undefined) attributes.class = className;

  useEffect(() => {
    listeners.current = rest;
  });
  useEffect(() => {
    const target = element.current;
    let last = null;
    const added = Object.entries(EVENTS).map(([property, name]) => {
      const listener = (event) => {
        if (property === "onStatus") last = event;
        listeners.current[property]?.(event);
      };
      target.addEventListener(name, listener);
      return [name, listener];
    });
    return () => {
      added.forEach(([name, listener]) => target.removeEventListener(name, listener));
      // Nobody waits for a component that is gone, and the element's own event would come too late.
      if (!last?.detail.waitingForUser) return;
      const detail = { ...last.detail, connection: "closed", waitingForUser: false };
      listeners.current.onStatus?.(new CustomEvent(last.type, { detail }));
    };
  }, []);
  const latest = useRef(token);
  useEffect(() => {
    latest.current = token;
  });
  // A function that is made anew by each render is the same one to the element.
  const isAsked = typeof token === "function";
  useEffect(() => {
    element.current.token = isAsked ? () => latest.current() : token ?? null;
  }, [isAsked || token]);
  useEffect(() => {
    element.current.strings = strings ?? null;
  }, [strings]);

  return createElement("ask-user", { ...attributes, ref: element });
});
