import type { DetailedHTMLProps, ForwardRefExoticComponent, HTMLAttributes, RefAttributes } from "react";
import type { AskUser as AskUserElement, AskUserAttributes, AskUserEventMap, AskUserProperties } from "./ask-user.js";

export interface AskUserProps extends AskUserAttributes, AskUserProperties, HTMLAttributes<AskUserElement> {
  onQuestion?: (event: AskUserEventMap["ask-user-question"]) => void;
  onApproval?: (event: AskUserEventMap["ask-user-approval"]) => void;
  onForm?: (event: AskUserEventMap["ask-user-form"]) => void;
  onAnswer?: (event: AskUserEventMap["ask-user-answer"]) => void;
  onDismiss?: (event: AskUserEventMap["ask-user-cancel"]) => void;
  onTimeout?: (event: AskUserEventMap["ask-user-timeout"]) => void;
  onEnd?: (event: AskUserEventMap["ask-user-end"]) => void;
  onSession?: (event: AskUserEventMap["ask-user-session"]) => void;
  onStatus?: (event: AskUserEventMap["ask-user-status"]) => void;
  onFrameIn?: (event: AskUserEventMap["ask-user-frame-in"]) => void;
  onFrameOut?: (event: AskUserEventMap["ask-user-frame-out"]) => void;
  onFault?: (event: AskUserEventMap["ask-user-error"]) => void;
}

/** `<ask-user>` for React 18 and 19; defines the element when it is first shown. `ref` is the element. */
export declare const AskUser: ForwardRefExoticComponent<AskUserProps & RefAttributes<AskUserElement>>;

/** React 19 listens for a custom event by `on` and its name. */
type Listeners = { [Name in keyof AskUserEventMap as `on${Name}`]?: (event: AskUserEventMap[Name]) => void };

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "ask-user": DetailedHTMLProps<HTMLAttributes<AskUserElement>, AskUserElement> &
        AskUserAttributes &
        AskUserProperties &
        Listeners;
    }
  }
}
