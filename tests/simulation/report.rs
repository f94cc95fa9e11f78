//! Runs random sessions, and says what broke: how often, and the shortest session that breaks, step by step.

use std::collections::BTreeMap;
use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use std::time::Instant;

use crate::fleet::{Bridge, Fault};
use crate::invariants::{Broken, Invariant};
use crate::life::run_session;
use crate::link::To;
use crate::mutation::Mutation;
use crate::random::Random;
use crate::scripts::connected;
use crate::world::{World, settings};

/// Sessions in a plain `cargo test`.
const SESSIONS: u64 = 3_000;
/// Sessions of a fleet in a plain `cargo test`: each takes longer.
const FLEET_SESSIONS: u64 = 600;

/// What broke most briefly for one invariant, and how often it broke.
struct Finding {
    seed: u64,
    steps: u64,
    count: u64,
    broken: Broken,
}

#[derive(Default)]
struct Findings {
    kinds: BTreeMap<(Invariant, bool), Finding>,
    steps: u64,
}

impl Findings {
    fn add(&mut self, key: (Invariant, bool), finding: Finding) {
        let count = finding.count + self.kinds.get(&key).map_or(0, |known| known.count);
        match self.kinds.get_mut(&key) {
            Some(known) if known.steps <= finding.steps => known.count = count,
            _ => drop(self.kinds.insert(key, Finding { count, ..finding })),
        }
    }
}

#[test]
fn random_sessions_break_no_invariant() {
    run(begin, SESSIONS);
}

#[test]
fn random_sessions_of_a_fleet_break_no_invariant() {
    run(begin_fleet, FLEET_SESSIONS);
}

/// How a session begins.
type Begin = fn(u64) -> World;

fn run(begin: Begin, sessions: u64) {
    let from = number("SIMULATION_FROM").unwrap_or(1);
    let seeds = number("SIMULATION_SEEDS").unwrap_or(sessions);
    let threads = number("SIMULATION_THREADS").unwrap_or(1).max(1);
    let start = Instant::now();
    let parts = thread::scope(|scope| {
        let run = |thread| {
            scope.spawn(move || live_all(begin, (from..from + seeds).skip(thread as usize).step_by(threads as usize)))
        };
        let running: Vec<_> = (0..threads).map(run).collect();
        running.into_iter().map(|part| part.join().expect("a panic of a session is caught")).collect::<Vec<_>>()
    });
    let rate = (seeds as f64 / start.elapsed().as_secs_f64()).round();
    let mut findings = Findings::default();
    for part in parts {
        findings.steps += part.steps;
        part.kinds.into_iter().for_each(|(key, finding)| findings.add(key, finding));
    }
    for ((invariant, extensions), Finding { seed, count, broken, .. }) in &findings.kinds {
        println!("{}\n{broken}\n", story(begin, *seed));
        println!("{invariant:?} broke in {count} sessions, extensions {extensions}; the shortest is seed {seed}\n");
    }
    let broken: Vec<_> = findings.kinds.iter().map(|((kind, _), found)| format!("{kind:?} {}x", found.count)).collect();
    let broken = if broken.is_empty() { "nothing broke".to_owned() } else { format!("broke: {}", broken.join(", ")) };
    println!("{seeds} sessions from seed {from}, {} steps, {rate} sessions a second: {broken}", findings.steps);
    assert!(findings.kinds.is_empty(), "see above");
}

/// Lives the sessions of these seeds, and says what broke.
fn live_all(begin: Begin, seeds: impl Iterator<Item = u64>) -> Findings {
    let mut findings = Findings::default();
    for seed in seeds {
        let mut world = begin(seed);
        let lived = catch_unwind(AssertUnwindSafe(|| run_session(&mut world, seed)));
        findings.steps += world.steps;
        let broken = match lived {
            Ok(Ok(())) => continue,
            Ok(Err(broken)) => broken,
            Err(_) => Broken { invariant: Invariant::NoPanic, words: "panic".to_owned() },
        };
        let finding = Finding { seed, steps: world.steps, count: 1, broken };
        findings.add((finding.broken.invariant, world.extensions), finding);
    }
    findings
}

/// How many sessions a fault has to show itself.
const CHANCES: u64 = 3_000;

#[test]
fn every_invariant_bites() {
    let seen = Mutation::ALL.map(|(mutation, expected)| seen_mutation(begin, mutation, expected));
    assert_all_seen(seen);
}

#[test]
fn every_invariant_bites_in_a_fleet() {
    let seen = Mutation::ALL.map(|(mutation, expected)| seen_mutation(begin_fleet, mutation, expected));
    assert_all_seen(seen);
}

#[test]
fn every_fault_of_a_fleet_is_noticed() {
    let seen = Fault::ALL.map(|(fault, expected)| {
        let put_in = |world: &mut World| {
            if let Bridge::Fleet(fleet) = &mut world.bridge {
                fleet.fault = Some(fault);
            }
        };
        is_seen(begin_fleet, expected, put_in).map_err(|others| format!("{fault:?}: {others}"))
    });
    assert_all_seen(seen);
}

fn assert_all_seen<const N: usize>(seen: [Result<(), String>; N]) {
    let unseen: Vec<_> = seen.into_iter().filter_map(Result::err).collect();
    assert!(unseen.is_empty(), "{}", unseen.join("\n"));
}

fn seen_mutation(begin: Begin, mutation: Mutation, expected: Invariant) -> Result<(), String> {
    let is_of_tools = matches!(mutation, Mutation::ContentIgnored | Mutation::AllowanceReused);
    if is_of_tools && begin(1).bridge.is_fleet() {
        // Agents without keys are lived through at one bridge.
        return Ok(());
    }
    if mutation == Mutation::SilenceHidden {
        return if is_half_open_unnoticed(mutation) { Ok(()) } else { Err(format!("{mutation:?}")) };
    }
    let put_in = |world: &mut World| world.mutation = Some(mutation);
    is_seen(begin, expected, put_in).map_err(|others| format!("{mutation:?}: {others}"))
}

/// Whether this invariant breaks in some session with a fault, before any other does. Otherwise what broke.
fn is_seen(begin: Begin, expected: Invariant, put_in: impl Fn(&mut World)) -> Result<(), String> {
    let mut others: BTreeMap<Invariant, u64> = BTreeMap::new();
    for seed in 1..=CHANCES {
        let mut world = begin(seed);
        put_in(&mut world);
        match catch_unwind(AssertUnwindSafe(|| run_session(&mut world, seed))) {
            Ok(Ok(())) => {}
            Ok(Err(broken)) if broken.invariant == expected => return Ok(()),
            Ok(Err(broken)) => *others.entry(broken.invariant).or_default() += 1,
            Err(_) => *others.entry(Invariant::NoPanic).or_default() += 1,
        }
    }
    Err(format!("{expected:?} breaks in no session, and these do: {others:?}"))
}

/// Random links rarely stay half-open for as long as this takes.
fn is_half_open_unnoticed(mutation: Mutation) -> bool {
    let mut world = connected(true);
    world.mutation = Some(mutation);
    let wire = world.wire(0);
    world.link.half_open(wire, To::View);
    matches!(world.pass(120_000), Err(broken) if broken.invariant == Invariant::Noticed)
}

#[test]
fn every_invariant_has_a_fault_that_breaks_it() {
    for invariant in Invariant::ALL {
        // The test harness itself shows that a panic is one.
        let is_shown = invariant == Invariant::NoPanic
            || Mutation::ALL.iter().any(|(_, broken)| *broken == invariant)
            || Fault::ALL.iter().any(|(_, broken)| *broken == invariant);
        assert!(is_shown, "{invariant:?}");
    }
}

fn begin(seed: u64) -> World {
    World::new(seed, Random::new(!seed).percent(50))
}

/// A session of three nodes.
fn begin_fleet(seed: u64) -> World {
    let mut world = begin(seed);
    world.bridge = Bridge::fleet(seed, settings(world.extensions, world.keep_seconds));
    world
}

/// Everything that happened in the session of this seed.
fn story(begin: Begin, seed: u64) -> String {
    let mut world = begin(seed);
    world.trace = Some(Vec::new());
    let lived = catch_unwind(AssertUnwindSafe(|| run_session(&mut world, seed)));
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
