import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

const pages = globSync("docs/product/*.md", { cwd: ROOT }).toSorted();
/** `14.7`, and of its section `14`. */
const numbersOf = (page: string) =>
  [...read(page).matchAll(/^(?:- \*\*(\d+\.\d+)\*\*|## (\d+)\. )/gm)].map(
    ([, rule, section]) => (rule ?? section)!,
  );

test("each rule is on one page", () => {
  const rules = pages.flatMap(numbersOf).filter((number) => number.includes("."));
  expect(rules.length).toBeGreaterThan(100);
  expect(rules.filter((number, index) => rules.indexOf(number) !== index)).toEqual([]);
});

test("the differences from the specification name rules that exist, on their page", () => {
  const [, table = ""] = read("docs/product.md").split("\n## Differences from the specification\n");
  const lines = table.split("\n").filter((line) => /^\| \d/.test(line));
  expect(lines.length).toBeGreaterThan(20);
  for (const line of lines) {
    const named = line.split(" | ").at(-1)!.replace(/ \|$/, "").split(", ");
    for (const rule of named) {
      const [page, number] = rule.split(" ");
      expect(numbersOf(`docs/product/${page}.md`), line).toContain(number);
    }
  }
});

test("a rule that code or a document refers to is on the page that it names", () => {
  const files = globSync(
    "{app,server,packages,supabase,scripts,bench,deploy,tests,e2e,vite,docs}/**/*.{ts,tsx,mjs,sql,md}",
    { cwd: ROOT, exclude: (name) => ["node_modules", "build", "migrations"].includes(name) },
  );
  const references = files.flatMap((file) => [
    ...[...read(file).matchAll(/docs\/product(?:\/(\w+))?\.md[\s*/]+(\d+(?:\.\d+)?)/g)].map(
      ([, page, number]) => ({ file, page, number: number! }),
    ),
    // Rules that rules refer to: `(3.1)`, `(browse 3.1, 3.2)`.
    ...(pages.includes(file)
      ? [...read(file).matchAll(/\((?:\S+ )?(\d+\.\d+)(?:[,;–)])/g)].map(([, number]) => ({
          file,
          page: undefined,
          number: number!,
        }))
      : []),
  ]);
  const exists = (number: string, page: string | undefined) =>
    (page ? [`docs/product/${page}.md`] : pages).flatMap(numbersOf).includes(number);
  expect(references.length).toBeGreaterThan(80);
  expect(
    references.filter(({ page, number }) => !number.startsWith("0.") && !exists(number, page)),
  ).toEqual([]);
});
