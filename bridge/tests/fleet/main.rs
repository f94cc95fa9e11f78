//! Several bridges over one Redis, as real processes that are killed without warning. Without redis-server on PATH these tests
//! say so and check nothing; `cargo xtask test` installs it, and with `CI` set they fail without it.

mod across;
mod agent;
mod durable;
mod fleet;
mod leaving;
mod matrix;
#[cfg(feature = "mcp")]
mod mcp;
mod page;
mod pair;
mod person;
mod proxy;
mod redis;
mod together;
