//! Runs random sessions, and says what broke: how often, and the shortest story of it, told in full.

use std::collections::BTreeMap;
use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::invariants::{Broken, Invariant};
use crate::life::live;
use crate::random::Random;
use crate::world::World;

/// Sessions in a plain `cargo test`.
const SESSIONS: u64 = 3_000;

/// What broke most briefly for one invariant, and how often it broke.
struct Finding {
    seed: u64,
    steps: u64,
    count: u64,
    broken: Broken,
}

#[test]
fn random_sessions_break_no_invariant() {
    let from = number("SIMULATION_FROM").unwrap_or(1);
    let seeds = number("SIMULATION_SEEDS").unwrap_or(SESSIONS);
    let mut findings: BTreeMap<(Invariant, bool), Finding> = BTreeMap::new();
    let mut steps = 0;
    for seed in from..from + seeds {
        let mut world = begin(seed);
        let lived = catch_unwind(AssertUnwindSafe(|| live(&mut world, seed)));
        steps += world.steps;
        let Ok(lived) = lived else { panic!("seed {seed} panicked\n{}", story(seed)) };
        let Err(broken) = lived else { continue };
        let key = (broken.invariant, world.extensions);
        let count = 1 + findings.get(&key).map_or(0, |known| known.count);
        let finding = Finding { seed, steps: world.steps, count, broken };
        match findings.get_mut(&key) {
            Some(known) if known.steps <= finding.steps => known.count = count,
            _ => drop(findings.insert(key, finding)),
        }
    }
    for ((invariant, extensions), finding) in &findings {
        println!("{}\n{}\n", story(finding.seed), finding.broken);
        let Finding { count, seed, .. } = finding;
        println!("{invariant:?} broke in {count} sessions, extensions {extensions}; the shortest is seed {seed}\n");
    }
    println!("{seeds} sessions from seed {from}, {steps} steps, {} kinds of failure", findings.len());
    assert!(findings.is_empty(), "see above");
}

fn begin(seed: u64) -> World {
    World::new(seed, Random::new(!seed).percent(50))
}

/// Everything that happened in the session of this seed.
fn story(seed: u64) -> String {
    let mut world = begin(seed);
    world.trace = Some(Vec::new());
    let lived = catch_unwind(AssertUnwindSafe(|| live(&mut world, seed)));
    let end = match lived {
        Ok(Ok(())) => "nothing broke".to_owned(),
        Ok(Err(broken)) => broken.to_string(),
        Err(_) => "panic".to_owned(),
    };
    let extensions = world.extensions;
    format!("seed {seed}, extensions {extensions}\n{}\n{end}", world.trace.unwrap_or_default().join("\n"))
}

fn number(name: &str) -> Option<u64> {
    let words = env::var(name).ok()?;
    Some(words.parse().unwrap_or_else(|_| panic!("{name} is a number, not {words:?}")))
}
