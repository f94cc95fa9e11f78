// Types for templates: `import type {} from "ask-user-widget/vue"`.
import type { DefineComponent } from "vue";
import type { AskUserAttributes, AskUserEventMap, AskUserProperties } from "./ask-user.js";

/** Vue calls the listener of `ask-user-answer` `onAskUserAnswer`. */
type Pascal<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${Pascal<Rest>}`
  : Capitalize<Name>;

type Listeners = {
  [Name in keyof AskUserEventMap as `on${Pascal<Name>}`]?: (event: AskUserEventMap[Name]) => void;
};

declare module "vue" {
  interface GlobalComponents {
    "ask-user": DefineComponent<AskUserAttributes & AskUserProperties & Listeners>;
  }
}
