// The words of a language, for the property `strings`.

import type { Strings } from "../ask-user.js";

declare const strings: Strings;
export default strings;
