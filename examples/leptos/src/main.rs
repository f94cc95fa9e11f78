//! A chat in Leptos whose agent asks.

#[cfg(target_arch = "wasm32")]
mod chat;

fn main() {
    #[cfg(target_arch = "wasm32")]
    leptos::mount::mount_to_body(chat::Chat);
}
