import { useRef } from "react";
import { createRoot } from "react-dom/client";
import { CopilotChat, CopilotKitProvider } from "@copilotkit/react-core/v2";
import "@copilotkit/react-core/v2/styles.css";
import type { AskUser as AskUserElement } from "ask-user-widget";
import { AskUser } from "ask-user-widget/react";

import { AskUserTool } from "./AskUserTool";

function Page() {
  const widget = useRef<AskUserElement>(null);
  return (
    <CopilotKitProvider runtimeUrl="/api/copilotkit">
      <AskUser ref={widget} />
      <AskUserTool widget={widget} />
      <CopilotChat />
    </CopilotKitProvider>
  );
}

createRoot(document.getElementById("root")!).render(<Page />);
