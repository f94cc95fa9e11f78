import React from "react";
import { createRoot } from "react-dom/client";
import { Chat } from "./Chat.jsx";

const session = new URLSearchParams(location.search).get("session") ?? "demo";
createRoot(document.getElementById("root")).render(
  <React.StrictMode>
    <Chat session={session} />
  </React.StrictMode>,
);
