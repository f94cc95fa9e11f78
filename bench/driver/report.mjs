// Collects samples, prints them as one table of ratios, and writes all of them as JSON.

import { summary } from "./statistics.mjs";

export class Report {
  #measures = new Map();

  /** A sample of a time: noisy, to be read as a ratio. */
  time(...sample) {
    this.#add("time", ...sample);
  }

  /** A sample of a count that may differ a little from one time to the next. */
  sample(...sample) {
    this.#add("count", ...sample);
  }

  /** A count that is taken once. */
  count(...sample) {
    this.#add("count", ...sample);
  }

  /** A count that should be nothing: it has no ratio. */
  difference(...sample) {
    this.#add("difference", ...sample);
  }

  #add(kind, id, title, unit, page, value) {
    if (!this.#measures.has(id)) this.#measures.set(id, { id, title, unit, kind, pages: {} });
    const { pages } = this.#measures.get(id);
    (pages[page] ??= []).push(value);
  }

  /** All measures, each with median, quartiles and samples of every page, and ratios to the first page. */
  measures([base, ...others]) {
    return [...this.#measures.values()].map(({ pages, ...measure }) => {
      const summaries = Object.fromEntries(Object.entries(pages).map(([page, samples]) => [page, summary(samples)]));
      const hasRatio = measure.kind !== "difference" && summaries[base]?.median > 0;
      const ratio = (page) => (hasRatio && summaries[page] ? summaries[page].median / summaries[base].median : null);
      return { ...measure, pages: summaries, ratios: Object.fromEntries(others.map((page) => [page, ratio(page)])) };
    });
  }

  table(names, measures = this.measures(names)) {
    const [base, ...others] = names;
    const rows = [["", base, ...others.flatMap((name) => [name, `${name} / ${base}`])]];
    for (const { title, unit, pages, ratios } of measures) {
      const cells = (name) => [shown(pages[name]?.median, unit), ratios[name] === null ? "–" : `${ratios[name].toFixed(2)} ×`];
      rows.push([title, shown(pages[base]?.median, unit), ...others.flatMap(cells)]);
    }
    return format(rows);
  }
}

/** Rows as lines: the first column to the left, the others to the right. */
export function format(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  const line = (row) => row.map((cell, column) => (column === 0 ? String(cell).padEnd(widths[0]) : String(cell).padStart(widths[column]))).join("  ");
  return rows.map(line).join("\n");
}

function shown(value, unit) {
  if (value === undefined) return "–";
  if (unit === "B") return Math.round(value).toLocaleString("en");
  const text = Number.isInteger(value) ? value.toLocaleString("en") : value.toFixed(Math.abs(value) < 10 ? 2 : 1);
  return unit ? `${text} ${unit}` : text;
}
