//! The app: what was answered, and an input that waits while the agent does.

use ask_user_widget::component::{AskUser, Presentation};
use ask_user_widget::session::{Receipt, Status};
use leptos::prelude::*;

/// The page.
#[component]
pub fn Chat() -> impl IntoView {
    let lines = RwSignal::new(Vec::<String>::new());
    let waiting = RwSignal::new(false);
    let presentation = RwSignal::new(Presentation::Modal);
    let open = RwSignal::new(true);
    view! {
        <h1>"Leptos"</h1>
        {move || lines.get().into_iter().map(|line| view! { <p>{line}</p> }).collect_view()}
        <Show when=move || open.get()>
            <AskUser
                url="/ws"
                session=session()
                presentation=presentation
                on_status=move |status: Status| waiting.set(status.waiting_for_user)
                on_answer=move |receipt: Receipt| lines.update(|lines| lines.push(receipt.to_text()))
            />
        </Show>
        <input aria-label="Message" prop:disabled=waiting />
        <button on:click=move |_| presentation.set(Presentation::Inline)>"In the page"</button>
        <button on:click=move |_| open.update(|open| *open = !*open)>"Away and back"</button>
    }
}

/// The session that the address names.
fn session() -> String {
    let query = window().location().search().unwrap_or_default();
    query.strip_prefix("?session=").unwrap_or("demo").to_owned()
}
