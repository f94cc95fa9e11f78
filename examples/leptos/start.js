// Starts the app. In a file of its own, because a strict policy such as the bridge's runs no script within a page.
import init from "./ask-user-example-leptos.js";

await init({ module_or_path: "./ask-user-example-leptos_bg.wasm" });
