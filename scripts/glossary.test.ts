import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

/** The first column of a table of the glossary: words, and beginnings of names (`note_…`). */
function retiredIn(language: "SQL" | "TypeScript"): string[] {
  const glossary = readFileSync(join(ROOT, "docs/glossary.md"), "utf8");
  const section =
    glossary.split(`\n## One word for one thing, in ${language}\n`)[1]?.split("\n## ")[0] ?? "";
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

const retired = retiredIn("SQL");
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

/**
 * Where a retired word is the right one: the side of a shirt, and what an undone import kept
 * (`undo_import()`, `catalogue_imports.kept`: a name in SQL changes by a step only).
 */
const EXCEPTIONS = new Map([
  ["front", /\/(?:shirt|demo)\/|^server\/mail\/texts\/|^e2e\/.*contributions\.spec\.ts$/],
  ["kept", /\/database\.types\.ts$|\/(?:[a-z-]*imports|undo)(?:\.test)?\.tsx?$/],
]);

/** The words of a name: `isToldAgain` is told, too. */
const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);

/** Every identifier of a module, those of properties included; texts and comments are prose. */
function identifiersIn(file: string, source: string): Set<string> {
  const found = new Set<string>();
  const pending: unknown[] = [parseSync(file, source).program];
  while (pending.length > 0) {
    const node = pending.pop();
    if (typeof node !== "object" || node === null) continue;
    if ("type" in node && "name" in node && typeof node.name === "string") found.add(node.name);
    pending.push(...Object.values(node));
  }
  return found;
}

test("identifiers are found in code, not in prose", () => {
  const source = `// told
    class Page { #told = "asked"; render = (kept: World) => <Front {...kept} />; }`;
  expect([...identifiersIn("page.tsx", source)].toSorted()).toEqual([
    "Front",
    "Page",
    "World",
    "kept",
    "render",
    "told",
  ]);
});

describe("names in TypeScript avoid what docs/glossary.md retires", () => {
  const words = retiredIn("TypeScript");
  const mentions = new RegExp(words.join("|"), "i");
  const found = globSync("{app,server,packages,scripts,bench,tests,e2e,vite}/**/*.{ts,tsx,mjs}", {
    cwd: ROOT,
    exclude: (name) => name === "node_modules" || name === "build",
  }).flatMap((file) => {
    const source = readFileSync(join(ROOT, file), "utf8");
    if (!mentions.test(source)) return [];
    return [...identifiersIn(file, source)].map((name) => ({ file, name }));
  });

  test.each(words)("%s", (word) => {
    const used = found.filter(
      ({ file, name }) => wordsOf(name).includes(word) && !EXCEPTIONS.get(word)?.test(file),
    );
    expect(used.map(({ name, file }) => `${file}: ${name}`)).toEqual([]);
  });
});
