//! An expression as steps that can be followed.

use super::parse::Node;
use super::set::Set;

/// How large a program may be. A text of 10,000 characters, which is the most that can be typed, takes so many steps that a key
/// press still feels immediate.
const MOST_STEPS: usize = 2_000;

/// The steps of an expression. Each leads to the next, where it does not say otherwise.
#[derive(Debug, Default)]
pub(super) struct Program {
    steps: Vec<Step>,
    /// The number of steps, each as often as it has ranges of characters.
    cost: usize,
}

/// A step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Takes one character of the set.
    One(Set),
    /// Goes on only if the place in the text is such.
    If(Condition),
    /// Goes on there.
    Jump(usize),
    /// Goes on there as well.
    Split(usize),
    /// Something has matched.
    Matched,
}

/// What can be asked of a place in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    Start,
    End,
    WordBoundary,
    NoWordBoundary,
}

impl Program {
    /// The program of an expression; `None` if it would be too large.
    pub(super) fn of(node: &Node) -> Option<Program> {
        let mut program = Program::default();
        program.add(node)?;
        program.push(Step::Matched)?;
        Some(program)
    }

    pub(super) fn steps(&self) -> &[Step] {
        &self.steps
    }

    fn push(&mut self, step: Step) -> Option<usize> {
        self.cost += match &step {
            Step::One(set) => set.len().max(1),
            Step::If(_) | Step::Jump(_) | Step::Split(_) | Step::Matched => 1,
        };
        self.steps.push(step);
        (self.cost <= MOST_STEPS).then_some(self.steps.len() - 1)
    }

    fn add(&mut self, node: &Node) -> Option<()> {
        match node {
            Node::One(set) => self.push(Step::One(set.clone())).map(drop),
            Node::If(condition) => self.push(Step::If(*condition)).map(drop),
            Node::Sequence(nodes) => nodes.iter().try_for_each(|node| self.add(node)),
            Node::Choice(nodes) => self.add_choice(nodes),
            Node::Repeat { node, least, most } => self.add_repeat(node, *least, *most),
        }
    }

    /// One of several.
    fn add_choice(&mut self, nodes: &[Node]) -> Option<()> {
        let mut ends = Vec::new();
        for (index, node) in nodes.iter().enumerate() {
            let is_last = index + 1 == nodes.len();
            let split = if is_last { None } else { Some(self.push(Step::Split(0))?) };
            self.add(node)?;
            if let Some(split) = split {
                ends.push(self.push(Step::Jump(0))?);
                self.steps[split] = Step::Split(self.steps.len());
            }
        }
        for end in ends {
            self.steps[end] = Step::Jump(self.steps.len());
        }
        Some(())
    }

    /// Adds a node that is repeated. Each repetition is written down, so many of them make the program too large.
    fn add_repeat(&mut self, node: &Node, least: usize, most: Option<usize>) -> Option<()> {
        for _ in 0..least {
            let before = self.steps.len();
            self.add(node)?;
            // Nothing is the same however often it is repeated.
            if self.steps.len() == before {
                return Some(());
            }
        }
        let Some(most) = most else {
            let split = self.push(Step::Split(0))?;
            self.add(node)?;
            self.push(Step::Jump(split))?;
            self.steps[split] = Step::Split(self.steps.len());
            return Some(());
        };
        let mut splits = Vec::new();
        for _ in least..most {
            splits.push(self.push(Step::Split(0))?);
            self.add(node)?;
        }
        for split in splits {
            self.steps[split] = Step::Split(self.steps.len());
        }
        Some(())
    }
}
