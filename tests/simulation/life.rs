//! One random session from start to end: a while in which anything may happen, then a good network in which everything
//! must come to its end.

use ask_user_widget::protocol::RequestKind;
use ask_user_widget::session::{
    Action, ApprovalAction, ApprovalChoice, Connection, DeliveryStatus, Input, Phase, UserInput,
};
use serde_json::json;

use crate::agent::Agent;
use crate::invariants::{Checked, Invariant, holds};
use crate::link::{To, Weather};
use crate::pages::PageEnd;
use crate::person::Person;
use crate::random::Random;
use crate::timing::{CONNECT_TIMEOUT, LONGEST_WAIT, OUT_OF_REACH_AFTER};
use crate::world::World;

/// Longer than the longest wait before a reconnect, the longest connect, and everything that follows.
const RECOVERS_WITHIN: u64 = LONGEST_WAIT + CONNECT_TIMEOUT + 10_000;

/// Runs the session of this seed in `world`.
pub(crate) fn run_session(world: &mut World, seed: u64) -> Checked {
    let mut random = Random::new(seed);
    let longest = *random.pick(&[5_000, 12_000, 40_000]);
    let until = random.within(2_000..longest);
    let mut agent = Agent::new(Random::new(random.next()));
    let mut people = vec![Person::new(0, Random::new(random.next()))];
    let second_at = if random.percent(30) { random.within(0..20_000) } else { u64::MAX };
    let calm = *random.pick(&[2_000, 8_000, u64::MAX / 2]);
    world.link.delay = random.pick(&[1..2, 10..60, 50..2_000]).clone();
    world.link.close_delay = random.pick(&[0..100, 0..15_000]).clone();
    world.link.takes_abandoned = random.percent(50);
    world.same_browser = random.percent(50);
    world.says_status = world.extensions || random.percent(80);
    let keep_seconds = *random.pick(&[86_400, 86_400, 90]);
    world.keep(keep_seconds);
    // A bare bridge that does not say what it waits for leaves a page in the dark.
    world.may_restart = agent.is_durable() && world.says_status && random.percent(60);
    let has_page_events = random.percent(60);
    world.link.handshake = random.pick(&[0..1, 0..12_000]).clone();
    world.add_view()?;
    let page_event_at = if has_page_events { random.within(1..8_000) } else { u64::MAX };
    let mut turns = vec![agent.rests(), random.within(1..calm), second_at, page_event_at, people[0].rests()];
    while let Some((turn, at)) =
        turns.iter().copied().enumerate().min_by_key(|(_, at)| *at).filter(|(_, at)| *at < until)
    {
        while world.step(at)? {}
        turns[turn] = at
            + match turn {
                0 => {
                    agent.acts(world)?;
                    agent.rests()
                }
                1 => {
                    weather(world, &mut random)?;
                    random.within(1..calm)
                }
                2 => {
                    world.add_view()?;
                    people.push(Person::new(1, Random::new(random.next())));
                    turns.push(at + 1);
                    u64::MAX - at
                }
                3 => {
                    page_event(world, &mut random)?;
                    random.within(1..8_000)
                }
                _ => {
                    let person = &mut people[turn - 4];
                    person.acts(world)?;
                    person.rests()
                }
            };
    }
    if random.percent(25) {
        gone(world, &mut random)?;
    }
    end(world)
}

/// Longer than it takes until a bridge is out of reach, with the longest connects and waits.
const GONE_FOR: u64 = OUT_OF_REACH_AFTER + LONGEST_WAIT + 2 * CONNECT_TIMEOUT;

/// The bridge is gone: it refuses every connection, or nothing answers. People go on for a while.
fn gone(world: &mut World, random: &mut Random) -> Checked {
    world.note(|| "the bridge is gone".to_owned());
    world.link.weather = if random.percent(70) { Weather::Refusing } else { Weather::Silent };
    for view in 0..world.views.len() {
        world.wake_up(view)?;
    }
    world.cut_all();
    // A handshake may still have been under way.
    world.pass(15_000)?;
    world.cut_all();
    if can_forget(world) && random.percent(50) {
        world.note(|| "the bridge forgets everything".to_owned());
        world.forgets();
    }
    if random.percent(50) {
        let view = random.index(world.views.len());
        world.reload(view, PageEnd::Reload)?;
    }
    world.pass(GONE_FOR)?;
    world.check_apart()
}

/// Whether a bridge may lose its memory: of a decision under way it cannot say whether it had arrived. Where it confirms, and
/// all agents come back with their keys, it need not. And a page has to be told what a bridge asks again.
fn can_forget(world: &World) -> bool {
    let receipts = (0..world.views.len()).flat_map(|view| world.screen(view).receipts);
    let is_clear = receipts
        .into_iter()
        .all(|receipt| !matches!(receipt.delivery, DeliveryStatus::Sent | DeliveryStatus::Unconfirmed));
    let can_know = world.says_status || world.calls.is_empty();
    can_know && (is_clear || (world.may_restart && world.extensions)) && !world.bridge.owes_results()
}

/// The network changes.
fn weather(world: &mut World, random: &mut Random) -> Checked {
    let now = world.now;
    if world.bridge.is_fleet() {
        match random.within(0..100) {
            0..15 => world.kill_node()?,
            15..20 => world.misjudge_node(),
            // A page has to be told what is asked again.
            20..35 if world.says_status => world.fail_over()?,
            _ => {}
        }
    }
    if world.may_restart && random.percent(25) && can_forget(world) {
        world.restarts_bridge();
        return Ok(());
    }
    world.link.weather = match random.within(0..10) {
        0 => Weather::Silent,
        1 | 2 => Weather::Refusing,
        _ => Weather::Fine,
    };
    if let Some(view) = world.settled_view().filter(|_| random.percent(20)) {
        world.note(|| format!("link: repeats the asks of view {view}"));
        world.repeat_asks(view);
        return Ok(());
    }
    let wires: Vec<_> = world.views.iter().filter_map(|view| view.open).collect();
    if wires.is_empty() {
        return Ok(());
    }
    let wire = *random.pick(&wires);
    let action = random.within(0..10);
    let weather = world.link.weather;
    world.note(|| format!("link: {weather:?}, action {action} to {wire:?}"));
    match action {
        0..4 => world.link.cut(now, wire),
        4 => world.link.half_open(wire, To::Room),
        5 => world.link.half_open(wire, To::View),
        6 => {
            world.link.half_open(wire, To::Room);
            world.link.half_open(wire, To::View);
        }
        7 if world.views[wire.view].asleep.is_none() => world.handle_view_input(wire.view, Input::Offline)?,
        _ => {}
    }
    Ok(())
}

/// Something happens to a page or its machine.
fn page_event(world: &mut World, random: &mut Random) -> Checked {
    let view = random.index(world.views.len());
    match random.within(0..10) {
        0..3 => {
            // Somebody may set the clock while the page is away.
            if random.percent(20) {
                world.views[view].next_ahead = *random.pick(&[0, 3_600_000, 7_200_000]);
            }
            world.reload(view, PageEnd::Reload)
        }
        3..5 => world.reload(view, PageEnd::Crash),
        5 if world.views[view].asleep.is_none() => {
            let longest = *random.pick(&[3_000, 20_000, 120_000, 3_600_000]);
            world.sleep(view, random.within(1_000..longest));
            Ok(())
        }
        6 if world.views[view].asleep.is_none() => world.handle_view_input(view, Input::Slept),
        _ => Ok(()),
    }
}

/// The network is good again: both sides find together, and everything that is open comes to its end.
fn end(world: &mut World) -> Checked {
    world.note(|| "healed".to_owned());
    world.link.heal(world.now);
    world.bridge.heal();
    world.mutated_weather();
    for view in 0..world.views.len() {
        world.wake_up(view)?;
    }
    world.pass(RECOVERS_WITHIN)?;
    let orphan = world.bridge.orphan();
    holds(Invariant::EndsWithItsCall, orphan.is_none(), || format!("{orphan:?} is asked, and its agent has gone"))?;
    for view in 0..world.views.len() {
        if world.views[view].status.connection == Connection::Failed {
            world.handle_view_input(view, Input::User(UserInput::RetryNow))?;
            world.pass(RECOVERS_WITHIN)?;
        }
    }
    if world.views.iter().all(|view| view.status.connection == Connection::Taken) {
        world.handle_view_input(0, Input::User(UserInput::TakeSessionBack))?;
        world.pass(RECOVERS_WITHIN)?;
    }
    let mut view = world.settled_view();
    for _ in 0..5 {
        // A time-out just now has stirred it.
        if view.is_none() {
            world.pass(2_000)?;
            view = world.settled_view();
        }
    }
    holds(Invariant::Recovers, view.is_some(), || {
        let connections: Vec<_> = world.views.iter().map(|view| view.status.connection).collect();
        format!("{:?} have {connections:?}", world.page)
    })?;
    let view = view.unwrap_or_default();
    world.note(|| format!("view {view} answers what is open"));
    world.all_call_again()?;
    world.pass(2_000)?;
    // Each round ends what is before the person, and an ask can be in the way twice: to be answered, to be read.
    for _ in 0..4 * world.ledger.asks.len() {
        let Some(dialog) = world.screen(view).dialog else {
            if world.bridge.pending().is_none() {
                break;
            }
            // The next question is on its way.
            world.pass(2_000)?;
            continue;
        };
        let id = dialog.ask.id.clone();
        match dialog.phase {
            Phase::Asking => {
                if dialog.ask.request.kind() == RequestKind::Permission {
                    world.does(view, &id, Action::Approval(ApprovalAction::Decide(ApprovalChoice::Deny)))?;
                }
                for (question, asked) in dialog.ask.questions().iter().enumerate() {
                    world.does(
                        view,
                        &id,
                        match asked.options.is_empty() {
                            true => Action::EditText { question, text: "site".to_owned() },
                            false => Action::Pick { question, option: 0, chosen: true },
                        },
                    )?;
                }
                world.does(view, &id, Action::Send)?;
            }
            Phase::Ended { .. } => world.does(view, &id, Action::Close)?,
            Phase::Cancelling | Phase::Decided => {}
        }
        world.pass(6_000)?;
    }
    // Without extensions the agent's next word is the only sign that an answer has arrived.
    world.event(json!({"type": "complete"}))?;
    world.pass(1_000)?;
    // A node that was not told looks by itself.
    if world.bridge.is_fleet() {
        world.pass(12_000)?;
    }
    world.check_end(view)
}
