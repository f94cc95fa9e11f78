//! Reads an expression, by the grammar that ECMAScript has for the flag `u`. What that does not allow, and what cannot be
//! checked here, is `None`.

use super::program::Condition;
use super::set::Set;

/// How long an expression may be, in bytes.
const LONGEST: usize = 10_000;
/// How deep its groups may be.
const DEEPEST: usize = 50;

/// A part of an expression.
#[derive(Debug)]
pub(super) enum Node {
    /// One character of the set.
    One(Set),
    /// Nothing, at such a place.
    If(Condition),
    /// One after the other.
    Sequence(Vec<Node>),
    /// One of them.
    Choice(Vec<Node>),
    /// A node that is repeated. Whether as often or as rarely as possible makes no difference to whether it matches.
    Repeat { node: Box<Node>, least: usize, most: Option<usize> },
}

/// Reads a whole expression.
pub(super) fn parse(source: &str) -> Option<Node> {
    if source.len() > LONGEST {
        return None;
    }
    let mut parser = Parser { rest: source };
    let node = parser.choice(DEEPEST)?;
    parser.rest.is_empty().then_some(node)
}

struct Parser<'a> {
    rest: &'a str,
}

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let character = self.peek()?;
        self.rest = &self.rest[character.len_utf8()..];
        Some(character)
    }

    fn eat(&mut self, text: &str) -> bool {
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn choice(&mut self, depth: usize) -> Option<Node> {
        let mut nodes = vec![self.sequence(depth)?];
        while self.eat("|") {
            nodes.push(self.sequence(depth)?);
        }
        Some(Node::Choice(nodes))
    }

    fn sequence(&mut self, depth: usize) -> Option<Node> {
        let mut nodes = Vec::new();
        while self.peek().is_some_and(|next| next != '|' && next != ')') {
            nodes.push(self.term(depth)?);
        }
        Some(Node::Sequence(nodes))
    }

    fn term(&mut self, depth: usize) -> Option<Node> {
        let conditions = [
            ("^", Condition::Start),
            ("$", Condition::End),
            ("\\b", Condition::WordBoundary),
            ("\\B", Condition::NoWordBoundary),
        ];
        for (text, condition) in conditions {
            if self.eat(text) {
                // It cannot be repeated, which the next term then refuses.
                return Some(Node::If(condition));
            }
        }
        let node = match self.next()? {
            '(' => self.group(depth)?,
            '[' => Node::One(self.class()?),
            '.' => Node::One(Set::any()),
            '\\' => Node::One(self.escape()?),
            '*' | '+' | '?' | '{' | '}' | ']' => return None,
            character => Node::One(Set::one(character.into())),
        };
        let Some((least, most)) = self.quantifier()? else { return Some(node) };
        self.eat("?");
        Some(Node::Repeat { node: Box::new(node), least, most })
    }

    /// What stands in parentheses. Look-around cannot be followed, and what nobody knows cannot either.
    fn group(&mut self, depth: usize) -> Option<Node> {
        let depth = depth.checked_sub(1)?;
        if self.eat("?") && !self.eat(":") {
            let (name, rest) = self.rest.strip_prefix('<')?.split_once('>')?;
            let is_first = |first: char| first.is_ascii_alphabetic() || matches!(first, '_' | '$');
            let is_name = name.starts_with(is_first) && name.chars().all(|one| is_first(one) || one.is_ascii_digit());
            if !is_name {
                return None;
            }
            self.rest = rest;
        }
        let node = self.choice(depth)?;
        self.eat(")").then_some(node)
    }

    /// How often something is repeated, if it is.
    fn quantifier(&mut self) -> Option<Option<(usize, Option<usize>)>> {
        Some(Some(match self.peek() {
            Some('*') => {
                self.next();
                (0, None)
            }
            Some('+') => {
                self.next();
                (1, None)
            }
            Some('?') => {
                self.next();
                (0, Some(1))
            }
            Some('{') => {
                self.next();
                let least = self.number()?;
                let most = match self.eat(",") {
                    true if self.peek() == Some('}') => None,
                    true => Some(self.number()?),
                    false => Some(least),
                };
                if !self.eat("}") || most.is_some_and(|most| most < least) {
                    return None;
                }
                (least, most)
            }
            Some(_) | None => return Some(None),
        }))
    }

    fn number(&mut self) -> Option<usize> {
        let digits = self.rest.len() - self.rest.trim_start_matches(|one: char| one.is_ascii_digit()).len();
        let (number, rest) = self.rest.split_at(digits);
        self.rest = rest;
        // A number that is too large for this machine is too large for a program.
        number.parse().ok()
    }

    /// What a backslash and what follows it stand for.
    fn escape(&mut self) -> Option<Set> {
        match Set::escaped(self.peek()?) {
            Some(set) => {
                self.next();
                Some(set)
            }
            None => self.escaped_character().map(Set::one),
        }
    }

    /// The one character that a backslash and what follows it stand for. Digits are back references, `\k` too, and `\p` is a
    /// Unicode property.
    fn escaped_character(&mut self) -> Option<u32> {
        Some(match self.next()? {
            't' => 0x09,
            'n' => 0x0a,
            'v' => 0x0b,
            'f' => 0x0c,
            'r' => 0x0d,
            '0' if !self.peek().is_some_and(|next| next.is_ascii_digit()) => 0,
            'c' => u32::from(self.next().filter(char::is_ascii_alphabetic)?) % 32,
            'x' => self.hex(2)?,
            'u' if self.eat("{") => {
                let (digits, rest) = self.rest.split_once('}')?;
                let is_hex = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
                self.rest = rest;
                let digits = Some(digits.trim_start_matches('0')).filter(|_| is_hex)?;
                let code = if digits.is_empty() { 0 } else { u32::from_str_radix(digits, 16).ok()? };
                Some(code).filter(|code| *code <= 0x10_ffff)?
            }
            'u' => self.unit()?,
            sign if "^$\\.*+?()[]{}|/".contains(sign) => sign.into(),
            _ => return None,
        })
    }

    /// Four digits, or twice four that are a pair of surrogates.
    fn unit(&mut self) -> Option<u32> {
        let first = self.hex(4)?;
        let before = self.rest;
        if (0xd800..0xdc00).contains(&first) && self.eat("\\u") {
            let second = if self.peek() == Some('{') { None } else { self.hex(4) };
            if let Some(second) = second.filter(|second| (0xdc00..0xe000).contains(second)) {
                return Some(0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00));
            }
            self.rest = before;
        }
        Some(first)
    }

    fn hex(&mut self, digits: usize) -> Option<u32> {
        let number = self.rest.get(..digits).filter(|text| text.bytes().all(|digit| digit.is_ascii_hexdigit()))?;
        let number = u32::from_str_radix(number, 16).ok()?;
        self.rest = &self.rest[digits..];
        Some(number)
    }

    /// What stands in square brackets.
    fn class(&mut self) -> Option<Set> {
        let is_inverted = self.eat("^");
        let mut set = Set::default();
        while !self.eat("]") {
            let first = self.class_item()?;
            let is_range = self.rest.starts_with('-') && !self.rest.starts_with("-]");
            match (first, is_range) {
                (ClassItem::One(first), true) => {
                    self.next();
                    match self.class_item()? {
                        ClassItem::One(last) if first <= last => set.add(first, last),
                        ClassItem::One(_) | ClassItem::Several(_) => return None,
                    }
                }
                (ClassItem::One(code), false) => set.add(code, code),
                (ClassItem::Several(several), false) => set.add_all(several),
                // A range cannot begin with several characters.
                (ClassItem::Several(_), true) => return None,
            }
        }
        Some(if is_inverted { set.inverted() } else { set })
    }

    fn class_item(&mut self) -> Option<ClassItem> {
        match self.next()? {
            '\\' => {
                let escaped = self.peek()?;
                if let Some(set) = Set::escaped(escaped) {
                    self.next();
                    return Some(ClassItem::Several(set));
                }
                let own = match escaped {
                    'b' => Some(0x08),
                    '-' => Some('-'.into()),
                    _ => None,
                };
                match own {
                    Some(code) => {
                        self.next();
                        Some(ClassItem::One(code))
                    }
                    None => self.escaped_character().map(ClassItem::One),
                }
            }
            character => Some(ClassItem::One(character.into())),
        }
    }
}

/// An item of a class.
enum ClassItem {
    One(u32),
    Several(Set),
}
