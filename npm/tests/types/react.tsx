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
      composer="message"
      receipts={false}
      presentation="dock"
      shortcuts="off"
      theme="dark"
      token="secret"
      className="question"
      id="ask"
      onQuestion={(event) => event.detail.problems.length}
      onAnswer={(event) => event.detail.answers}
      onDismiss={(event) => event.detail.questionId}
      onTimeout={(event) => event.detail.reason}
      onEnd={(event) => event.detail.outcome}
      onSession={(event) => event.detail.sessionId}
      onStatus={(event) => event.detail.queued}
      onFrameIn={(event) => event.detail.type}
      onFrameOut={(event) => widget.current?.sendFrame(event.detail)}
      onFault={(event) => event.detail.code}
      onError={(event) => event.nativeEvent}
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
