// Types for markup: `import type {} from "ask-user-widget/svelte"`.
import type { HTMLAttributes } from "svelte/elements";
import type { AskUser, AskUserAttributes, AskUserEventMap, AskUserProperties } from "./ask-user.js";

type Listeners = { [Name in keyof AskUserEventMap as `on${Name}`]?: (event: AskUserEventMap[Name]) => void };

declare module "svelte/elements" {
  interface SvelteHTMLElements {
    "ask-user": HTMLAttributes<AskUser> & AskUserAttributes & AskUserProperties & Listeners;
  }
}
