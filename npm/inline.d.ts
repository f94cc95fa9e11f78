export * from "./ask-user.js";
