import "./ask-user.js";

export {};
