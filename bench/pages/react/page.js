import { start } from "../common/entry.js";

start(() => import("./dialog.jsx"));
