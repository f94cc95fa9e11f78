"use client";
// <ask-user> for React. React 19 needs no wrapper; React 18 passes neither properties nor custom events to a custom
// element, and the types of both are nicer this way.

import { createElement, forwardRef, useEffect, useImperativeHandle, useRef } from "react";
import { define } from "./ask-user.js";

/** The properties that are listeners, and the events that they hear. */
const EVENTS = {
  onAsk: "ask-user-ask",
  onAnswer: "ask-user-answer",
  onCancel: "ask-user-cancel",
  onTimeout: "ask-user-timeout",
  onEnd: "ask-user-end",
  onStatus: "ask-user-status",
  onMessage: "ask-user-message",
  onSend: "ask-user-send",
  onError: "ask-user-error",
};

export const AskUser = /* @__PURE__ */ forwardRef(function AskUser({ token, className, ...rest }, ref) {
  const element = useRef(null);
  const listeners = useRef(rest);
  useImperativeHandle(ref, () => element.current, []);

  const attributes = {};
  for (const name in rest) if (!(name in EVENTS)) attributes[name] = rest[name];
  // React 18 writes `className` on a custom element as an attribute of that name.
  if (className !== undefined) attributes.class = className;

  useEffect(() => {
    listeners.current = rest;
  });
  useEffect(() => {
    define();
    const heard = Object.entries(EVENTS).map(([property, name]) => {
      const listener = (event) => listeners.current[property]?.(event);
      element.current.addEventListener(name, listener);
      return [name, listener, element.current];
    });
    return () => heard.forEach(([name, listener, target]) => target.removeEventListener(name, listener));
  }, []);
  useEffect(() => {
    element.current.token = token ?? null;
  }, [token]);

  return createElement("ask-user", { ...attributes, ref: element });
});
