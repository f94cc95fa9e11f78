// Defines <ask-user> when it is imported: for pages that want one line.

import { define } from "./ask-user.js";

define();
