//! A random agent: asks one to four questions, for approvals and for forms, with and without a limit, several asks at a time, talks in between, hangs
//! up now and then. One that has asks recorded has calls that break at any moment, and comes back for them.

use ask_user_bridge::room::{AskInput, ElicitationInput, PermissionInput, Request};
use serde_json::{Value, json};

use crate::calls::Reply;
use crate::invariants::Checked;
use crate::known::Known;
use crate::random::Random;
use crate::world::World;

pub(crate) struct Agent {
    random: Random,
    asked: u64,
    /// How many asks it makes at most.
    most: u64,
    /// How many of a hundred asks are recorded.
    recorded: u64,
    /// How many of a hundred of these have no key.
    keyless: u64,
    /// How many of a hundred of the others are uses of tools, which are known by their content.
    tools: u64,
}

impl Agent {
    pub(crate) fn new(mut random: Random) -> Agent {
        let most = random.within(1..6);
        let recorded = *random.pick(&[0, 0, 50, 100, 100]);
        let keyless = *random.pick(&[0, 0, 50]);
        let tools = *random.pick(&[0, 0, 100]);
        Agent { random, asked: 0, most, recorded, keyless, tools }
    }

    /// Whether all of its asks find their way over a restart of the bridge.
    pub(crate) fn is_durable(&self) -> bool {
        self.recorded == 100 && self.keyless == 0 && self.tools == 0
    }

    /// How long until it acts again.
    pub(crate) fn rests(&mut self) -> u64 {
        let slowest = *self.random.pick(&[200, 2_000, 8_000]);
        self.random.within(1..slowest)
    }

    pub(crate) fn acts(&mut self, world: &mut World) -> Checked {
        let called: Vec<_> = (0..world.calls.len()).filter(|number| world.calls[*number].is_open()).collect();
        if let Some(number) = world.open_tool_call().filter(|_| self.random.percent(40)) {
            return self.comes_back_for_tool(world, number);
        }
        if !called.is_empty() && self.random.percent(40) {
            let number = *self.random.pick(&called);
            return self.comes_back(world, number);
        }
        let is_call = |id: &String| world.calls.iter().any(|call| call.id == *id) || world.is_tool_ask(id);
        let open: Vec<_> = world.ledger.open_asks().into_iter().filter(|id| !is_call(id)).collect();
        let is_silent = !world.extensions && !world.ledger.open_asks().is_empty() && Known::CrossingWord.is_avoided();
        match self.random.within(0..100) {
            0..40 if self.asked < self.most => self.asks(world),
            40..50 if !open.is_empty() => world.hang_up(&open[self.random.index(open.len())]),
            _ if is_silent => Ok(()),
            50..60 => world.event(json!({"type": "complete"})),
            60..65 => world.event(json!({"type": "error", "error": "Rate limited"})),
            _ => world.event(json!({"type": "text", "chunk": "…"})),
        }
    }

    fn asks(&mut self, world: &mut World) -> Checked {
        self.asked += 1;
        let id = format!("q{}", self.asked);
        let questions: Vec<_> = (0..self.random.within(1..5)).map(|number| self.question(number)).collect();
        let limit = match self.random.within(0..3) {
            0 => None,
            1 => Some(0),
            _ => Some(self.random.within(1..12) as u32),
        };
        // Only a bridge with extensions has frames for the rest.
        let request = match self.random.within(0..10) {
            0..3 if world.extensions => self.approval(),
            3..5 if world.extensions => form(),
            _ => questions_of(json!({"questions": questions, "metadata": {"source": "simulation"}})),
        };
        let uses_tool = !world.bridge.is_fleet() && self.random.percent(self.tools);
        if uses_tool && world.open_tool_call().is_none() {
            let number = world.new_tool_call(request, limit);
            return if self.random.percent(15) { Ok(()) } else { world.calls_tool(number, self.reply()) };
        }
        if !self.random.percent(self.recorded) {
            let id = world.bridge.call_id(&id);
            return world.request(&id, request, limit);
        }
        let number = match self.random.percent(self.keyless) {
            true => world.new_call_without_key(request, limit),
            false => world.new_call(request, limit),
        };
        // The request may never arrive.
        if self.random.percent(15) { Ok(()) } else { world.calls(number, self.reply()) }
    }

    /// What the agent does about a call whose result it does not have.
    fn comes_back(&mut self, world: &mut World, number: usize) -> Checked {
        match self.random.within(0..10) {
            0..4 => world.calls(number, self.reply()),
            4..6 => world.polls(number, self.reply()),
            6..8 => world.breaks(number),
            8 => {
                let other = questions_of(json!({"questions": [], "metadata": {"instead of": number}}));
                world.reuses_key(number, other)
            }
            _ if self.random.percent(40) => world.withdraws(number),
            _ => Ok(()),
        }
    }

    /// What the agent does about a use of a tool whose result it does not have.
    fn comes_back_for_tool(&mut self, world: &mut World, number: usize) -> Checked {
        match self.random.within(0..10) {
            0..5 => world.calls_tool(number, self.reply()),
            5..7 => world.asks_for_latest(number, self.reply()),
            _ => {
                world.tool_call_breaks(number);
                Ok(())
            }
        }
    }

    /// What becomes of the next reply.
    fn reply(&mut self) -> Reply {
        *self.random.pick(&[Reply::Arrives, Reply::Arrives, Reply::NotSent, Reply::Lost])
    }

    fn approval(&mut self) -> Request {
        let command = *self.random.pick(&["ls", "rm -rf build && make", "echo \u{202e}x"]);
        let rule =
            json!({"type": "addRules", "rules": [{"toolName": "Bash"}], "behavior": "allow", "destination": "session"});
        let mode = json!({"type": "setMode", "mode": "plan", "destination": "session"});
        let body = json!({"tool_name": "Bash", "input": {"command": command}, "suggestions": [rule, mode]});
        PermissionInput::new(body).expect("the agent asks properly").into()
    }

    fn question(&mut self, number: u64) -> Value {
        const LABELS: [&str; 4] = ["A", "Yes, always", "\"Quoted\"", "日本語 (Recommended)"];
        let options: Vec<_> = LABELS[..self.random.within(2..5) as usize]
            .iter()
            .map(|label| match self.random.percent(20) {
                true => json!({"label": label, "description": "", "preview": format!("preview of {label}")}),
                false => json!({"label": label, "description": ""}),
            })
            .collect();
        let multi = self.random.percent(40);
        json!({"question": format!("Question {number}?"), "header": "Choice", "multiSelect": multi, "options": options})
    }
}

fn questions_of(input: Value) -> Request {
    AskInput::new(input).expect("the agent asks properly").into()
}

fn form() -> Request {
    let properties = json!({"name": {"type": "string"}, "region": {"type": "string", "enum": ["eu", "us"]}});
    let schema = json!({"type": "object", "properties": properties, "required": ["name"]});
    let body = json!({"message": "Set it up", "requestedSchema": schema});
    ElicitationInput::new(body).expect("the agent asks properly").into()
}
