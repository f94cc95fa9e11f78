//! The rows as text.

use crate::row::{Finding, Row};

/// The table, and below it what is expected where the bridge differs, and a line that counts.
pub fn render(rows: &[Row]) -> String {
    let width = rows.iter().map(|row| row.situation.chars().count()).max().unwrap_or_default();
    let line = |row: &Row| format!("{:<9}  {:<width$}  {}", row.finding.word(), row.situation, row.finding.text());
    let expected = |row: &Row| format!("{:<9}  {:<width$}  expected: {}", "", "", row.expected);
    let mut lines = Vec::new();
    for row in rows {
        lines.push(line(row));
        if row.finding.is_different() {
            lines.push(expected(row));
        }
    }
    let count = |is_counted: fn(&Finding) -> bool| rows.iter().filter(|row| is_counted(&row.finding)).count();
    lines.push(format!(
        "\n{} same, {} different, {} not tried",
        count(|finding| matches!(finding, Finding::Same(_))),
        count(Finding::is_different),
        count(|finding| matches!(finding, Finding::NotTried(_))),
    ));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::render;
    use crate::row::{Finding, Row};

    #[test]
    fn a_difference_is_followed_by_what_was_expected() {
        let row = |situation, finding| Row { situation, expected: "a close", finding };
        let rows = [
            row("bad JSON", Finding::Differs("nothing".to_owned())),
            row("a page connects", Finding::Same("connected".to_owned())),
            row("a beat", Finding::NotTried("not listed".to_owned())),
        ];
        let table = "DIFFERS    bad JSON         nothing
                            expected: a close
same       a page connects  connected
not tried  a beat           not listed

1 same, 1 different, 1 not tried";
        assert_eq!(render(&rows), table);
    }
}
