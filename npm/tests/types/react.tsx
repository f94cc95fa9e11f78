// The component, for React 18 and 19, and the element as it is, for React 19.

import { useRef } from "react";
import type { AskUser as AskUserElement } from "ask-user-widget";
import { AskUser } from "ask-user-widget/react";

export function Wrapped() {
  const widget = useRef<AskUserElement>(null);
  return (
    <AskUser
      ref={widget}
      url="/ws"
      session="demo"
      for="message"
      receipts="none"
      presentation="dock"
      shortcuts="off"
      theme="dark"
      token="secret"
      className="question"
      id="ask"
      onAsk={(event) => event.detail.problems.length}
      onAnswer={(event) => event.detail.answers}
      onCancel={(event) => event.detail.questionId}
      onTimeout={(event) => event.detail.reason}
      onEnd={(event) => event.detail.outcome}
      onSession={(event) => event.detail.sessionId}
      onStatus={(event) => event.detail.queued}
      onMessage={(event) => event.detail.type}
      onSend={(event) => widget.current?.send(event.detail)}
      onError={(event) => event.detail.message}
      onClick={(event) => event.clientX}
    />
  );
}

export function Bare() {
  const widget = useRef<AskUserElement>(null);
  return <ask-user ref={widget} session="demo" token="secret" onask-user-answer={(event) => event.detail.answers} />;
}

// @ts-expect-error: there is no such presentation
export const wrong = <AskUser presentation="popup" />;
// @ts-expect-error: nor here
export const bare = <ask-user presentation="popup" />;
