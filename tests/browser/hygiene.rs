//! Everything from the agent is text.

use wasm_bindgen_test::wasm_bindgen_test;

use super::stage::Stage;

#[wasm_bindgen_test]
async fn markup_of_the_agent_is_text_in_every_place() {
    let evil = r#"<img src=x onerror=alert(1)><b>bold</b>"#;
    let fixture = serde_json::json!({"questions": [{
        "question": evil, "header": evil, "multiSelect": false,
        "options": [{"label": evil, "description": evil}, {"label": "B", "description": "b"}],
    }]});
    let stage = Stage::asking(&fixture.to_string()).await;
    assert_eq!((stage.count("img"), stage.count("b")), (0, 0));
    for place in [".title", ".head .chip", "#label-0-0", "#description-0-0"] {
        assert_eq!(stage.text(place), evil, "{place}");
    }
    stage.click("[data-option='0']").await;
    stage.click(".send").await;
    assert_eq!((stage.count("img"), stage.text(".receipt-answer")), (0, evil.to_owned()));
}

#[wasm_bindgen_test]
async fn agent_text_stands_in_its_own_direction() {
    let stage = Stage::asking(include_str!("../fixtures/ask-database.json")).await;
    for (place, direction) in [(".card", "ltr"), (".head .chip", "auto"), ("#description-0-0", "auto")] {
        assert_eq!(stage.attribute(place, "dir").as_deref(), Some(direction), "{place}");
    }
    assert_eq!(stage.find("#label-0-0").first_element_child().unwrap().tag_name(), "BDI");
}
