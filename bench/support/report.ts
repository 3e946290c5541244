import { readFile, writeFile } from "node:fs/promises";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const PAGE = join(ROOT, "docs/performance.md");
/** Tables that are too long for the page. */
const RESULTS = join(ROOT, "bench/results");

/** A measured figure with its target. */
export interface Figure {
  what: string;
  measured: number;
  /** The figure must be at most `most` and at least `least`. */
  most?: number;
  least?: number;
  unit?: string;
}

interface Found {
  figures: Figure[];
  /** Of the table; without it the figures are one. */
  head?: string[];
  rows?: (string | number)[][];
  /** For docs/performance.md in place of a long table, which goes to `bench/results/<name>.md`. */
  summary?: string;
}

/**
 * Prints what a bench has measured, and writes it into docs/performance.md if it is told to. A missed target makes the bench fail.
 * @throws if there is nothing: a bench that measures nothing fails
 */
export async function report(name: string, found: Found): Promise<void> {
  const { figures, summary } = found;
  const lines = found.rows
    ? table(found.head ?? [], found.rows)
    : table(["what", "measured", "target"], figures.map(cells));
  console.log(lines.join("\n"));
  const missed = figures.filter((figure) => !isMet(figure));
  for (const figure of missed) console.log(`MISSED: ${cells(figure).join(" ")}`);
  if (missed.length > 0) process.exitCode = 1;
  if (process.env.BENCH_WRITE) await write(name, lines, summary);
}

function table(head: string[], rows: (string | number)[][]): string[] {
  if (rows.length === 0) throw new Error("nothing was measured");
  const line = (all: (string | number)[]) => `| ${all.join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)];
}

function isMet({ measured, most = Infinity, least = -Infinity }: Figure): boolean {
  return Number.isFinite(measured) && measured <= most && measured >= least;
}

function cells({ what, measured, most, least, unit = "" }: Figure): string[] {
  const bounds = [least !== undefined && `≥ ${least}`, most !== undefined && `≤ ${most}`];
  return [what, `${Number(measured.toFixed(2))} ${unit}`.trim(), bounds.filter(Boolean).join(", ")];
}

/** Into docs/performance.md, between `<!-- bench: name -->` and `<!-- end: name -->`. */
async function write(name: string, lines: string[], summary?: string): Promise<void> {
  const [start, end] = [`<!-- bench: ${name} -->`, `<!-- end: ${name} -->`];
  const [before, rest] = (await readFile(PAGE, "utf8")).split(start);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error(`${PAGE} has no ${start}`);
  let shown = [machine(), "", ...lines];
  if (summary) {
    const title = `# ${name}, as of the last \`npm run bench … --write\``;
    await writeFile(join(RESULTS, `${name}.md`), `${[title, "", ...shown].join("\n")}\n`);
    shown = [`${machine()} ${summary} [All figures](../bench/results/${name}.md).`];
  }
  await writeFile(PAGE, `${before}${[start, ...shown, end].join("\n")}${after}`);
}

/** The machine's description: figures are meaningless without it. */
function machine(): string {
  const load = loadavg().map((value) => value.toFixed(1));
  const memory = Math.round(totalmem() / 1024 ** 3);
  const day = new Date().toISOString().slice(0, 10);
  return `${day}, ${cpus().length} × ${cpus()[0]?.model.trim()}, ${memory} GB, Node ${process.version}; load at the end ${load.join(", ")}.`;
}
