import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { markdownTable } from "../../../tests/support/markdown-table.ts";
import { GROUPS, PROJECT, PROVIDER_PARTS, SAML_PARTS, SETTINGS } from "./register.ts";

const ROOT = join(import.meta.dirname, "../../..");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
/** Writes `docs/settings.md` anew. */
const UPDATE = "npx vitest run --project unit server/operate/settings/register.test.ts --update";

const DEFAULTS: Record<string, unknown> = SETTINGS.parse({});
const SHOWN: Record<string, { description?: string | undefined }> = {
  ...SETTINGS.shape,
  ...PROJECT.shape,
};

function defaultOf(name: string): string {
  const value = DEFAULTS[name];
  const isNone = value === undefined || (Array.isArray(value) && value.length === 0);
  return isNone ? "–" : `\`${String(value)}\``;
}

const HEAD = ["setting", "default", "meaning"];
const named = (start: string, parts: Record<string, string>) =>
  Object.entries(parts).map(([part, meaning]) => [`\`${start}_${part}\``, "–", meaning]);

const sections = Object.entries(GROUPS).map(([title, settings]) => {
  const rows = Object.keys(settings).map((name) => [
    `\`${name}\``,
    defaultOf(name),
    SHOWN[name]?.description ?? "",
  ]);
  return `## ${title}\n\n${markdownTable(HEAD, rows)}\n`;
});

const document = `# Settings

Which environment variables does the site read, and what is each for? This page is made from the register in
\`server/operate/settings/register.ts\`; after a change there run
\`${UPDATE}\`.

Settings are read once at start. A wrong value stops the start with one line that names it and exit code 1. An empty variable counts as not
set. No setting is needed for a safe site: a feature is off without its setting, and answers as a hosted project does where it is switched off.

${sections.join("\n")}
## Ways to sign in

A name takes the place of \`<PROVIDER>\` and \`<NAME>\`; the parts of one belong together.

${markdownTable(HEAD, [...named("AUTH_<PROVIDER>", PROVIDER_PARTS), ...named("AUTH_SAML_<NAME>", SAML_PARTS)])}
`;

test(`docs/settings.md is the register; after a change: ${UPDATE}`, async () => {
  await expect(document).toMatchFileSnapshot(join(ROOT, "docs/settings.md"));
});

test("every setting has a group and a meaning", () => {
  const grouped = Object.values(GROUPS).flatMap((settings) => Object.keys(settings));
  expect(grouped.toSorted()).toEqual(Object.keys(SHOWN).toSorted());
  for (const [name, { description }] of Object.entries(SHOWN))
    expect(description, name).toBeTruthy();
});

/** The names in the first column of a table, with `_ADDRESS` after `OPERATOR_NAME` written out. */
function namesIn(cell: string): string[] {
  const [first = "", ...others] = [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name!);
  const start = first.replace(/_[^_]+$/, "");
  return [first, ...others.map((name) => (name.startsWith("_") ? start + name : name))];
}

test("README.md names settings of the register, with their defaults", () => {
  const section = read("README.md").split("\n## Settings most needed\n")[1]!.split("\n## ")[0]!;
  const rows = section.split("\n").filter((line) => line.startsWith("| `"));
  expect(rows.length).toBeGreaterThan(5);
  for (const row of rows) {
    const [, cell = "", shown = ""] = row.split("|").map((text) => text.trim());
    const names = namesIn(cell);
    for (const name of names) expect(Object.keys(SHOWN)).toContain(name);
    expect(shown, cell).toBe([...new Set(names.map(defaultOf))].join(", "));
  }
});

/** What tests, benches and scripts read for themselves. */
const OTHERS = /^(?:AUTH_|BENCH_|FUZZ_|TEST_LONG|CHROMIUM_PATH|DATA_DIR_|NODE_COMPILE_CACHE)/;

describe("documents name only settings of the register", () => {
  const documents = globSync(["*.md", "docs/*.md", "deploy/*.md"], { cwd: ROOT });
  test.each(documents.filter((file) => file !== "CHANGELOG.md"))("%s", (file) => {
    const assigned = [...read(file).matchAll(/(?<![\w.$])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?==)/g)];
    const names = assigned.map(([, name]) => name!).filter((name) => !OTHERS.test(name));
    for (const name of names) expect(Object.keys(SHOWN)).toContain(name);
  });
});

test("no other code reads a variable", () => {
  const reading = /process\.env(?:\.\w+|\[|\?)|\}\s*=\s*process\.env\b/;
  const files = globSync(["server/**/*.ts", "packages/backend/src/**/*.ts"], { cwd: ROOT });
  const readers = files.filter((file) => !file.endsWith(".test.ts") && reading.test(read(file)));
  // Sets `NODE_ENV` before React is loaded; asks for the settings of a project that are missing;
  // programs of PostgreSQL are found by `PATH`.
  expect(readers.toSorted()).toEqual([
    "packages/backend/src/database/embedded/cluster.ts",
    "packages/backend/src/database/embedded/postmaster.ts",
    "server/cli/setup-hosted.ts",
    "server/main.ts",
  ]);
});
