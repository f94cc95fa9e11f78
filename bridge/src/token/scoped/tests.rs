//! Tokens as others make them: right ones, and every way in which they can be wrong.

use jsonwebtoken::crypto::sign as signature_of;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Validation};
use serde_json::{Value, json};

use super::{Fault, Keys, MOST_SECONDS, SKEW_SECONDS, Scope, Side};
use crate::session::SessionId;

const KEY: &str = "0123456789abcdef0123456789abcdef";
const OTHER: &str = "fedcba9876543210fedcba9876543210";
const NOW: u64 = 1_800_000_000;

fn keys() -> Keys {
    Keys::new(KEY).unwrap()
}

fn scope_of(side: Side) -> Scope {
    Scope::new(SessionId::new("s-1").unwrap(), side, "ada@example", NOW, 60).unwrap()
}

fn claims() -> Value {
    json!({"session": "s-1", "side": "page", "sub": "ada@example", "exp": NOW + 60})
}

/// As RFC 4648 has it for addresses, without padding.
fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let bits = three.iter().fold(0, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - three.len()));
        let signs = (0..=three.len()).map(|place| SIGNS[(bits >> (18 - 6 * place)) as usize & 63] as char);
        text.extend(signs);
    }
    text
}

/// A token with any header and any claims, rightly signed with a key.
fn token(header: &Value, claims: &Value, key: &str) -> String {
    keys();
    let message = format!("{}.{}", base64(header.to_string().as_bytes()), base64(claims.to_string().as_bytes()));
    let key = EncodingKey::from_secret(key.as_bytes());
    let signature = signature_of(message.as_bytes(), &key, Algorithm::HS256).unwrap();
    format!("{message}.{signature}")
}

fn signed(claims: &Value) -> String {
    token(&json!({"alg": "HS256", "typ": "JWT"}), claims, KEY)
}

/// The claims of a right token, with one of them replaced, or left out.
fn with(name: &str, value: Value) -> String {
    let mut claims = claims();
    match value {
        Value::Null => drop(claims.as_object_mut().unwrap().remove(name)),
        value => claims[name] = value,
    }
    signed(&claims)
}

fn is_unfit(token: &str, word: &str) {
    match keys().judge(token, NOW) {
        Err(Fault::Unfit(why)) => assert!(why.contains(word), "{why}"),
        other => panic!("{word}: {other:?}"),
    }
}

#[test]
fn the_example_of_rfc_7515_verifies() {
    keys();
    let token = "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFt\
                 cGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
    let key = [
        3, 35, 53, 75, 43, 15, 165, 188, 131, 126, 6, 101, 119, 123, 166, 143, 90, 179, 40, 230, 240, 84, 201, 40, 169,
        15, 132, 178, 210, 80, 46, 191, 211, 251, 90, 146, 210, 6, 71, 239, 150, 138, 180, 195, 119, 98, 61, 34, 61,
        46, 33, 114, 5, 46, 79, 8, 192, 205, 154, 245, 103, 208, 128, 163,
    ];
    let mut validation = Validation::new(Algorithm::HS256);
    validation.validate_exp = false;
    let read = jsonwebtoken::decode::<Value>(token, &DecodingKey::from_secret(&key), &validation).unwrap();
    assert_eq!(read.claims["iss"], "joe");
}

#[test]
fn what_the_bridge_signs_it_takes() {
    for side in [Side::Page, Side::Agent] {
        let scope = scope_of(side);
        assert_eq!(keys().judge(&keys().sign(&scope, NOW), NOW), Ok(scope));
    }
}

#[test]
fn what_somebody_else_signs_with_the_key_it_takes() {
    let scope = scope_of(Side::Page);
    assert_eq!(keys().judge(&signed(&claims()), NOW), Ok(scope.clone()));
    assert_eq!(keys().judge(&with("exp", json!(NOW as f64 + 60.5)), NOW), Ok(scope.clone()), "a fraction");
    assert_eq!(keys().judge(&with("aud", json!("ask-user-bridge")), NOW), Ok(scope.clone()));
    assert_eq!(keys().judge(&with("iss", json!("app.example")), NOW), Ok(scope), "other claims are theirs");
}

#[test]
fn a_wrong_signature_is_forged() {
    let right = signed(&claims());
    let (message, signature) = right.rsplit_once('.').unwrap();
    let (header, _) = message.split_once('.').unwrap();
    let mut agent = claims();
    agent["side"] = "agent".into();
    for wrong in [
        String::new(),
        "s3cret".to_owned(),
        "..".to_owned(),
        format!("{message}."),
        message.to_owned(),
        format!("{message}.{}", signature.to_lowercase()),
        format!("{message}.{}", &signature[1..]),
        format!("{header}.{}.{signature}", base64(agent.to_string().as_bytes())),
        format!("{right}.{signature}"),
        token(&json!({"alg": "HS256"}), &claims(), OTHER),
        token(&json!({"alg": "HS256"}), &json!("no claims"), KEY),
        format!("{right}{}", "x".repeat(10_000)),
    ] {
        assert_eq!(keys().judge(&wrong, NOW), Err(Fault::Forged), "{wrong}");
    }
}

#[test]
fn no_other_algorithm_counts_whatever_the_header_says() {
    for algorithm in ["none", "None", "NONE", "", "HS384", "HS512", "RS256", "ES256", "PS256", "EdDSA"] {
        // Signed with HS256 all the same, as if the key were the public one of another algorithm.
        let confused = token(&json!({"alg": algorithm}), &claims(), KEY);
        assert_eq!(keys().judge(&confused, NOW), Err(Fault::Forged), "{algorithm}");
        let (message, _) = confused.rsplit_once('.').unwrap();
        assert_eq!(keys().judge(&format!("{message}."), NOW), Err(Fault::Forged), "{algorithm} without a signature");
    }
    assert_eq!(keys().judge(&token(&json!({}), &claims(), KEY), NOW), Err(Fault::Forged), "no algorithm");
    let own_key =
        json!({"alg": "HS256", "jwk": {"kty": "oct", "k": base64(OTHER.as_bytes())}, "kid": "../../dev/null"});
    assert_eq!(keys().judge(&token(&own_key, &claims(), OTHER), NOW), Err(Fault::Forged), "it brings its own key");
    is_unfit(&token(&json!({"alg": "HS256", "crit": ["exp"]}), &claims(), KEY), "crit");
}

#[test]
fn a_token_without_an_end_or_with_a_distant_one_is_unfit() {
    is_unfit(&with("exp", Value::Null), "exp");
    for wrong in [json!("soon"), json!(-1), json!(true), json!([]), json!({})] {
        is_unfit(&with("exp", wrong), "exp");
    }
    is_unfit(&with("exp", json!(1e300)), "a day");
    is_unfit(&with("exp", json!(u64::MAX)), "a day");
    is_unfit(&with("exp", json!(NOW + MOST_SECONDS + SKEW_SECONDS + 1)), "a day");
    assert!(keys().judge(&with("exp", json!(NOW + MOST_SECONDS + SKEW_SECONDS)), NOW).is_ok());
}

#[test]
fn clocks_may_differ_a_little() {
    let token = signed(&claims());
    let end = NOW + 60 + SKEW_SECONDS;
    assert!(keys().judge(&token, end - 1).is_ok());
    assert_eq!(keys().judge(&token, end), Err(Fault::Expired));
    assert_eq!(keys().judge(&token, u64::MAX), Err(Fault::Expired));
    assert!(keys().judge(&with("nbf", json!(NOW + SKEW_SECONDS)), NOW).is_ok());
    is_unfit(&with("nbf", json!(NOW + SKEW_SECONDS + 1)), "nbf");
    is_unfit(&with("nbf", json!("later")), "nbf");
}

#[test]
fn a_forged_token_that_is_over_is_forged() {
    let old = token(&json!({"alg": "HS256"}), &claims(), OTHER);
    assert_eq!(keys().judge(&old, u64::MAX), Err(Fault::Forged));
}

#[test]
fn every_claim_is_wanted() {
    for (name, wrongs) in [
        ("session", [json!(null), json!(""), json!("a b"), json!(1)]),
        ("side", [json!(null), json!("both"), json!("Page"), json!(["page"])]),
        ("sub", [json!(null), json!(""), json!("x".repeat(201)), json!("a\nb")]),
    ] {
        for wrong in wrongs {
            is_unfit(&with(name, wrong), name);
        }
    }
    is_unfit(&with("aud", json!("another service")), "aud");
    is_unfit(&with("aud", json!(["another service"])), "aud");
}

#[test]
fn a_key_can_be_replaced() {
    let both = Keys::new(&format!("{OTHER} {KEY}")).unwrap();
    let scope = scope_of(Side::Agent);
    assert_eq!(both.judge(&keys().sign(&scope, NOW), NOW), Ok(scope.clone()), "the old key");
    assert_eq!(Keys::new(OTHER).unwrap().judge(&both.sign(&scope, NOW), NOW), Ok(scope), "the first one signs");
    assert_eq!(
        both.judge(&with("aud", json!("x")), NOW),
        Err(Fault::Unfit("aud names somebody else than ask-user-bridge"))
    );
}

#[test]
fn a_key_that_is_too_short_is_none_and_no_key_is_printed() {
    for bad in ["", " ", &KEY[1..], &format!("{KEY} short"), &format!("{KEY}ü"), &format!("{KEY}\n")] {
        assert!(Keys::new(bad).is_none(), "{bad:?}");
    }
    assert!(!format!("{:?}", keys()).contains(KEY));
}

#[test]
fn a_scope_is_checked_when_it_is_made() {
    let session = SessionId::new("s-1").unwrap();
    let scope = |subject: &str, seconds| Scope::new(session.clone(), Side::Page, subject, NOW, seconds);
    assert!(scope("ada", 1).is_ok() && scope("ada", MOST_SECONDS).is_ok());
    for (subject, seconds, word) in [("ada", 0, "ttl"), ("ada", MOST_SECONDS + 1, "ttl"), ("", 60, "subject")] {
        assert!(scope(subject, seconds).unwrap_err().contains(word));
    }
}
