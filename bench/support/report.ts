import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const REPORTS = join(ROOT, ".cache/bench-reports");
const PAGE = join(ROOT, "docs/performance.md");
/** Tables that are too long for the page. */
const RESULTS = join(ROOT, "bench/results");

interface Report {
  name: string;
  lines: string[];
  summary?: string;
}

/**
 * Records a table of a bench's results for docs/performance.md. A long one has a summary: the page
 * shows that, and the table goes to `bench/results/<name>.md`.
 */
export async function report(name: string, lines: string[], summary?: string): Promise<void> {
  await mkdir(REPORTS, { recursive: true });
  const found: Report = { name, lines, summary };
  await writeFile(join(REPORTS, `${name}.json`), JSON.stringify(found));
}

/** @throws if there are no rows: a bench that measures nothing fails */
export function table(head: string[], rows: (string | number)[][]): string[] {
  if (rows.length === 0) throw new Error("nothing was measured");
  const line = (cells: (string | number)[]) => `| ${cells.join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)];
}

export async function forgetReports(): Promise<void> {
  await rm(REPORTS, { recursive: true, force: true });
}

/** Writes the recorded reports into docs/performance.md, between `<!-- bench: name -->` and `<!-- end: name -->`. */
export async function writeReports(): Promise<void> {
  let page = await readFile(PAGE, "utf8");
  for (const file of await readdir(REPORTS).catch(() => [])) {
    const { name, lines, summary } = JSON.parse(
      await readFile(join(REPORTS, file), "utf8"),
    ) as Report;
    const [start, end] = [`<!-- bench: ${name} -->`, `<!-- end: ${name} -->`];
    const [before, rest] = page.split(start);
    const after = rest?.split(end)[1];
    if (after === undefined) continue;
    let shown = [machine(), "", ...lines];
    if (summary !== undefined) {
      const title = `# ${name}, as of the last \`npm run bench … --write\``;
      await writeFile(join(RESULTS, `${name}.md`), `${[title, "", ...shown].join("\n")}\n`);
      shown = [`${machine()} ${summary} [All figures](../bench/results/${name}.md).`];
    }
    page = `${before}${[start, ...shown, end].join("\n")}${after}`;
  }
  await writeFile(PAGE, page);
}

/** The machine's description: figures are meaningless without it. */
function machine(): string {
  const model = cpus()[0]?.model ?? "";
  const load = loadavg()
    .map((value) => value.toFixed(1))
    .join(", ");
  const memory = Math.round(totalmem() / 1024 ** 3);
  const day = new Date().toISOString().slice(0, 10);
  return `${day}, ${cpus().length} × ${model.trim()}, ${memory} GB, Node ${process.version}; load at the end ${load}.`;
}
