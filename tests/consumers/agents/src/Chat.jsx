// A chat with an element beside it, which can be taken away.

import { useEffect, useRef } from "react";
import { AskUser } from "ask-user-widget/react";

import { useAnsweredChat } from "./use-answered-chat.js";

export function Chat({ id, transport, onChat, hasWidget, options }) {
  const widget = useRef(null);
  const chat = useAnsweredChat(widget, { id, transport }, options);
  useEffect(() => void onChat(chat));

  return (
    <main>
      {hasWidget && <AskUser ref={widget} />}
      {chat.messages.map((message) => (
        <p key={message.id}>{message.parts.map((part) => part.text).join("")}</p>
      ))}
    </main>
  );
}
