//! How much one bridge, or several over Redis, can carry: `cargo xtask load` prints what this finds. All traffic stays on this
//! machine, and what makes the load shares its cores with what is measured.

mod held;
mod processes;
mod talk;
mod waiting;

use std::env;
use std::path::PathBuf;

use processes::Redis;

#[tokio::main]
async fn main() {
    let mut args = env::args().skip(1);
    let bridge = PathBuf::from(args.next().expect("the program of the bridge"));
    let kind = args.next().expect("a number of bridges, or `held`");
    let sessions: Vec<usize> = args.map(|word| word.parse().expect("a number of sessions")).collect();
    if kind == "held" {
        println!("{}", held::HEADER);
        for count in sessions {
            println!("{}", held::measure(&bridge, count).await);
        }
        return;
    }
    let nodes: usize = kind.parse().expect("a number of bridges");
    println!("{}", waiting::HEADER);
    for count in &sessions {
        println!("{}", waiting::measure(&bridge, None, 1, *count).await);
    }
    if nodes > 1 {
        for count in &sessions {
            let redis = Redis::start().await;
            println!("{}", waiting::measure(&bridge, Some(&redis), nodes, *count).await);
        }
    }
}
