//! The app: what was said and answered, and an input that waits while the agent does.

use ask_user_widget::component::{AskUser, Handle, Presentation};
use ask_user_widget::session::Receipt;
use leptos::ev::SubmitEvent;
use leptos::html::Input;
use leptos::prelude::*;
use serde_json::json;

/// The page.
#[component]
pub fn Chat() -> impl IntoView {
    let lines = RwSignal::new(Vec::<String>::new());
    let say = move |line: String| lines.update(|lines| lines.push(line));
    let presentation = RwSignal::new(Presentation::Modal);
    let open = RwSignal::new(true);
    let ask_user = Handle::new();
    let input = NodeRef::<Input>::new();
    // The component has the session's one connection, so the chat's own messages go through it too.
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let Some(input) = input.get() else { return };
        let text = input.value();
        if ask_user.send_frame(&json!({ "type": "user_message", "text": text }).to_string()) {
            input.set_value("");
            say(text);
        }
    };
    view! {
        <h1>"Leptos"</h1>
        {move || lines.get().into_iter().map(|line| view! { <p>{line}</p> }).collect_view()}
        <Show when=move || open.get()>
            <AskUser
                url="/ws"
                session=session()
                composer="message"
                handle=ask_user
                presentation=presentation
                on_answer=move |receipt: Receipt| say(receipt.to_text())
            />
        </Show>
        <form on:submit=send>
            <input id="message" aria-label="Message" node_ref=input />
        </form>
        <button on:click=move |_| presentation.set(Presentation::Inline)>"In the page"</button>
        <button on:click=move |_| open.update(|open| *open = !*open)>"Away and back"</button>
    }
}

/// The session that the address names.
fn session() -> String {
    let query = window().location().search().unwrap_or_default();
    query.strip_prefix("?session=").unwrap_or("demo").to_owned()
}
