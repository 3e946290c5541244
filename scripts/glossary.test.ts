import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

/** The first column of the glossary's table: words, and beginnings of names (`note_…`). */
function retiredInSql(): string[] {
  const glossary = readFileSync(join(ROOT, "docs/glossary.md"), "utf8");
  const section =
    glossary.split("\n## One word for one thing, in SQL\n")[1]?.split("\n## ")[0] ?? "";
  const rows = section.split("\n").filter((line) => /^\| (?!not |---)/.test(line));
  return rows.flatMap((row) =>
    row
      .split("|")[1]!
      .split(",")
      .map((word) => word.trim()),
  );
}

/**
 * Every name in a file: of functions, tables, columns, triggers, arguments, variables. Comments,
 * texts and quoted names are prose; bodies of functions are code.
 */
function namesIn(sql: string): Set<string> {
  const code = sql.replaceAll(/--.*|\/\*[^]*?\*\/|'(?:[^']|'')*'|"[^"]*"/g, " ");
  return new Set(code.toLowerCase().match(/[a-z_][a-z0-9_]*/g));
}

function isNamedBy(name: string, retired: string): boolean {
  if (retired.endsWith("…")) return name.startsWith(retired.slice(0, -1));
  return name.split("_").includes(retired);
}

const retired = retiredInSql();
const names = globSync("supabase/schemas/**/*.sql", { cwd: ROOT }).flatMap((file) =>
  [...namesIn(readFileSync(join(ROOT, file), "utf8"))].map((name) => ({ name, file })),
);

test("names are found in code, not in prose", () => {
  const sql = `-- told
    create function private.f(given text) returns text as $$ select 'it''s told' || "told us" || given $$;`;
  expect([...namesIn(sql)]).toEqual([
    "create",
    "function",
    "private",
    "f",
    "given",
    "text",
    "returns",
    "as",
    "select",
  ]);
  expect(names.map(({ name }) => name)).toContain("moderate_jersey");
});

describe("names in SQL avoid what docs/glossary.md retires", () => {
  test.each(retired)("%s", (word) => {
    const used = names.filter(({ name }) => isNamedBy(name, word));
    expect(used.map(({ name, file }) => `${file}: ${name}`)).toEqual([]);
  });
});
