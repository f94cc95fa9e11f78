//! The program of `cargo xtask load`, small: it still measures what it prints.
#![cfg(target_os = "linux")]

#[path = "../examples/load/held.rs"]
mod held;
#[path = "../examples/load/processes.rs"]
mod processes;
#[path = "../examples/load/talk.rs"]
mod talk;
#[path = "../examples/load/waiting.rs"]
mod waiting;

use std::env;
use std::path::Path;
use std::process::Command;

use processes::Redis;

fn bridge() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_ask-user-bridge"))
}

#[tokio::test]
async fn sessions_that_wait_are_measured_on_one_bridge() {
    let row = waiting::measure(bridge(), None, 1, 40).await;
    println!("{}\n{row}", waiting::HEADER);
    assert_measured(&row);
    assert_eq!(row.commits, 0.0, "a bridge alone asks no store: {row}");
}

#[tokio::test]
async fn sessions_that_wait_are_measured_on_three_bridges() {
    if Command::new("redis-server").arg("--version").output().is_err() {
        assert!(env::var_os("CI").is_none(), "redis-server is missing");
        eprintln!("redis-server is missing: nothing is checked");
        return;
    }
    let redis = Redis::start().await;
    let row = waiting::measure(bridge(), Some(&redis), 3, 40).await;
    println!("{}\n{row}", waiting::HEADER);
    assert_measured(&row);
    // The page comes, the agent asks, the person answers.
    assert!(row.commits >= 3.0, "{row}");
}

#[tokio::test]
async fn calls_that_are_held_are_measured() {
    let row = held::measure(bridge(), 40).await;
    println!("{}\n{row}", held::HEADER);
    assert!(row.kilobytes_of_a_page > 0.0 && row.kilobytes_with_an_ask >= row.kilobytes_of_a_page, "{row}");
    assert_times([row.to_frame, row.to_reply]);
}

fn assert_measured(row: &waiting::Row) {
    assert!(row.asks_a_second > 0.0, "{row}");
    assert_times([row.to_frame, row.to_reply]);
}

fn assert_times(times: [(f64, f64); 2]) {
    for (half, most) in times {
        assert!(half > 0.0 && half <= most, "{half} / {most} ms");
    }
}
