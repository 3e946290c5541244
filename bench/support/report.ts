import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const RESULTS = join(ROOT, ".cache/bench-results");
const PAGE = join(ROOT, "docs/performance.md");

/** Records a table of a bench's results for docs/performance.md. */
export async function report(name: string, lines: string[]): Promise<void> {
  await mkdir(RESULTS, { recursive: true });
  await writeFile(join(RESULTS, `${name}.md`), `${lines.join("\n")}\n`);
}

export function table(head: string[], rows: (string | number)[][]): string[] {
  const line = (cells: (string | number)[]) => `| ${cells.join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)];
}

export async function forgetReports(): Promise<void> {
  await rm(RESULTS, { recursive: true, force: true });
}

/** Writes the recorded tables into docs/performance.md, after `<!-- bench: name -->`. */
export async function writeReports(): Promise<void> {
  let page = await readFile(PAGE, "utf8");
  for (const file of await readdir(RESULTS).catch(() => [])) {
    const name = file.slice(0, -".md".length);
    const found = await readFile(join(RESULTS, file), "utf8");
    const [start, end] = [`<!-- bench: ${name} -->`, `<!-- end: ${name} -->`];
    const [before, rest] = page.split(start);
    const after = rest?.split(end)[1];
    if (after === undefined) continue;
    page = `${before}${start}\n\n${machine()}\n\n${found}\n${end}${after}`;
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
