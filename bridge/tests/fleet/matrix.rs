//! Something is killed at every moment of an answer's life. One answer, always fetched; nothing lost that was confirmed.

use futures_util::future::join_all;
use tokio::time::timeout;

use crate::agent::{ask, result};
use crate::fleet::{Fleet, PATIENCE};
use crate::person::{Happened, Person};
use crate::redis::Persistence;

/// Up to which moment everything goes well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Moment {
    BeforeTheAsk,
    Asked,
    Shown,
    Sent,
    Confirmed,
    Fetched,
}

const MOMENTS: [Moment; 6] =
    [Moment::BeforeTheAsk, Moment::Asked, Moment::Shown, Moment::Sent, Moment::Confirmed, Moment::Fetched];

/// What is killed then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Victim {
    BridgeOfThePage,
    BridgeOfTheAgent,
    Redis(Persistence),
}

/// What became of the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Cell {
    /// The answer that the agent has.
    fetched: String,
    /// The answers that were confirmed as taken, in order.
    taken: Vec<String>,
    /// How many of them were taken anew, and not because the page repeated itself.
    accepted: usize,
}

/// Bridge 0 has the page and bridge 1 the agent until one of them dies; then both go through the balancer.
async fn cell(moment: Moment, victim: Victim) -> Option<Cell> {
    let persistence = match victim {
        Victim::BridgeOfThePage | Victim::BridgeOfTheAgent => Persistence::None,
        Victim::Redis(persistence) => persistence,
    };
    let mut fleet = Fleet::start(persistence).await?;
    let balancer = fleet.proxy.address;
    let mut person = Person::start(balancer, "s");
    let mut happened = person.until(|happened| *happened == Happened::Connected).await;
    // The balancer gave its first connection to bridge 0.
    if moment >= Moment::Asked {
        ask(fleet.address(1), "s").await;
    }
    if moment >= Moment::Shown {
        happened.extend(person.until(|happened| matches!(happened, Happened::Shown(_))).await);
    }
    if moment >= Moment::Sent {
        person.answers();
        happened.extend(person.until(|happened| matches!(happened, Happened::Sent(_))).await);
    }
    if moment >= Moment::Confirmed {
        happened.extend(person.until(|happened| matches!(happened, Happened::Confirmed { .. })).await);
    }
    if moment >= Moment::Fetched {
        result(fleet.address(1), "s").await;
    }
    match victim {
        Victim::BridgeOfThePage => fleet.kill(0).await,
        Victim::BridgeOfTheAgent => fleet.kill(1).await,
        Victim::Redis(_) => {
            fleet.redis().kill().await;
            fleet.redis().start_again().await;
        }
    }
    person.answers();
    let result = result(balancer, "s").await;
    happened.extend(person.since());
    // Every answer is confirmed in the end, in one way or another.
    while count(&happened, |happened| matches!(happened, Happened::Sent(_)))
        > count(&happened, |happened| matches!(happened, Happened::Confirmed { .. }))
    {
        happened.extend(person.until(|happened| matches!(happened, Happened::Confirmed { .. })).await);
    }
    let is_accepted =
        |happened: &Happened| matches!(happened, Happened::Confirmed { outcome, .. } if outcome == "accepted");
    let accepted = count(&happened, is_accepted);
    let taken = happened.iter().filter_map(Happened::taken).map(str::to_owned).collect();
    let fetched = result["updatedInput"]["answers"]["Q?"].as_str().unwrap_or_default().to_owned();
    Some(Cell { fetched, taken, accepted })
}

fn count(happened: &[Happened], is_it: impl Fn(&Happened) -> bool) -> usize {
    happened.iter().filter(|happened| is_it(happened)).count()
}

/// Every moment for one victim, side by side.
async fn row(victim: Victim) -> Vec<(Moment, Option<Cell>)> {
    let cells = MOMENTS.map(|moment| async move {
        let cell = timeout(PATIENCE, cell(moment, victim)).await;
        (moment, cell.unwrap_or_else(|_| panic!("{victim:?} at {moment:?}: no answer came")))
    });
    join_all(cells).await
}

async fn check(victim: Victim, most_accepted: impl Fn(Moment) -> usize) {
    for (moment, cell) in row(victim).await {
        let Some(cell) = cell else { return };
        println!("{victim:?} killed at {moment:?}: {cell:?}");
        // A store that keeps nothing may lose the first one; the agent has the one that was taken after that.
        let counts = match victim {
            Victim::Redis(Persistence::None) => cell.taken.last(),
            Victim::BridgeOfThePage | Victim::BridgeOfTheAgent | Victim::Redis(Persistence::AppendOnlyFile) => {
                cell.taken.first()
            }
        };
        assert_eq!(Some(&cell.fetched), counts, "{victim:?} at {moment:?}: {cell:?}");
        assert!(cell.accepted <= most_accepted(moment), "{victim:?} at {moment:?}: {cell:?}");
    }
}

#[tokio::test]
async fn the_bridge_of_the_page_is_killed() {
    check(Victim::BridgeOfThePage, |_| 1).await;
}

#[tokio::test]
async fn the_bridge_of_the_agent_is_killed() {
    check(Victim::BridgeOfTheAgent, |_| 1).await;
}

#[tokio::test]
async fn a_redis_that_writes_everything_down_is_killed() {
    check(Victim::Redis(Persistence::AppendOnlyFile), |_| 1).await;
}

/// A store that keeps nothing loses what was confirmed and not fetched, and what was fetched: it is asked again.
#[tokio::test]
async fn a_redis_that_keeps_nothing_is_killed() {
    let most = |moment| if moment >= Moment::Sent { 2 } else { 1 };
    check(Victim::Redis(Persistence::None), most).await;
}
