import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Begins each line of a statement that its author takes or replaces; no committed migration has one. */
export const BY_HAND = "-- by hand: ";

const BEGIN =
  "-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.";
const END = "-- end";

export interface StepFile {
  /** Written by hand: what comes before the written statements, and after them. */
  before: string;
  after: string;
  statements: string[];
}

/** The first lines of a joined migration. */
const HEAD = /^-- (?:joins|otherwise): /;

const withoutProposals = (text: string) =>
  text
    .split("\n")
    .filter((line) => !line.startsWith(BY_HAND) && !HEAD.test(line))
    .join("\n")
    .trim();

/** What somebody wrote by hand into a step. */
export function readHandWritten(sql: string): Pick<StepFile, "before" | "after"> {
  const begin = sql.indexOf(BEGIN);
  const end = sql.indexOf(`\n${END}\n`, begin);
  if (begin < 0 || end < 0) return { before: withoutProposals(sql), after: "" };
  return {
    before: withoutProposals(sql.slice(0, begin)),
    after: withoutProposals(sql.slice(end + END.length + 1)),
  };
}

export function formatStep({ before, after, statements }: StepFile): string {
  const written = statements.map((statement) => `${statement};\n\n`).join("");
  const block = `${BEGIN}\n-- Bodies of functions are checked when all objects are there.\nset check_function_bodies = off;\n\n${written}set check_function_bodies = on;\n${END}\n`;
  return [before, ...(statements.length > 0 ? [block] : []), after]
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => `${part}\n`)
    .join("\n");
}

export const proposal = (sql: string) =>
  sql
    .split("\n")
    .map((line) => BY_HAND + line)
    .join("\n");

/** `20270314091500`: the time in UTC. */
export function versionAt(time: Date): string {
  return time.toISOString().replaceAll(/\D/g, "").slice(0, 14);
}

/** The migrations of a folder, oldest first. */
export function listMigrations(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .sort();
}

export const readMigration = (folder: string, file: string) =>
  readFileSync(join(folder, file), "utf8");
