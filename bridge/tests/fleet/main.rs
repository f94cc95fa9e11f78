//! Several bridges over one Redis, as real processes that are killed without warning. Without redis-server on PATH these tests
//! say so and check nothing; `cargo xtask test` installs it, and with `CI` set they fail without it.

mod agent;
mod fleet;
mod matrix;
#[cfg(feature = "mcp")]
mod mcp;
mod person;
mod proxy;
mod redis;
mod together;
