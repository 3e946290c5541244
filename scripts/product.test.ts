import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

const pages = globSync("docs/product/*.md", { cwd: ROOT }).toSorted();
const rulesOf = (page: string) =>
  [...read(page).matchAll(/^- \*\*(\d+\.\d+)\*\*/gm)].map(([, number]) => number!);
const sectionsOf = (page: string) =>
  [...read(page).matchAll(/^## (\d+)\. /gm)].map(([, number]) => number!);
const rules = new Set(pages.flatMap(rulesOf));

const byNumber = (a: string, b: string) => {
  const [[section = 0, rule = 0], [otherSection = 0, otherRule = 0]] = [a, b].map((number) =>
    number.split(".").map(Number),
  ) as [number[], number[]];
  return section - otherSection || rule - otherRule;
};

test.each(pages)(
  "the rules of %s stand in the order of their numbers, below their section",
  (page) => {
    const found = rulesOf(page);
    expect(found).toEqual(found.toSorted(byNumber));
    expect([...new Set(found.map((number) => number.split(".")[0]))]).toEqual(sectionsOf(page));
  },
);

test("each rule is on one page", () => {
  expect(pages.flatMap(rulesOf)).toHaveLength(rules.size);
  expect(rules.size).toBeGreaterThan(300);
});

test.each(pages)("%s is in the index and begins with what people do there", (page) => {
  expect(read("docs/product.md")).toContain(`](product/${basename(page)})`);
  expect(read(page)).toMatch(/^# .+\n\n\p{L}[^]+?\.\n\n## /u);
});

test("a rule that another rule names exists", () => {
  const named = pages.flatMap((page) =>
    [...read(page).matchAll(/\((?:\S+ )?(\d+\.\d+)(?:[,;–)])/g)].map(([, number]) => number!),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((number) => !rules.has(number) && !number.startsWith("0."))).toEqual([]);
});

test("the differences from the specification name rules that exist, on their page", () => {
  const [, table = ""] = read("docs/product.md").split("\n## Differences from the specification\n");
  const lines = table.split("\n").filter((line) => /^\| \d/.test(line));
  expect(lines.length).toBeGreaterThan(20);
  for (const line of lines) {
    const named = line.split(" | ").at(-1)!.replace(/ \|$/, "").split(", ");
    for (const rule of named) {
      const [page, number] = rule.split(" ");
      expect(rulesOf(`docs/product/${page}.md`), line).toContain(number);
    }
  }
});

test("a rule that code or a document refers to is on the page that it names", () => {
  const files = globSync(
    "{app,server,packages,supabase,scripts,bench,deploy,tests,e2e,vite,docs}/**/*.{ts,tsx,mjs,sql,md}",
    { cwd: ROOT, exclude: (name) => name === "node_modules" || name === "build" },
  );
  const references = files.flatMap((file) =>
    [...read(file).matchAll(/docs\/product(?:\/(\w+))?\.md[\s*/]+(\d+(?:\.\d+)?)/g)].map(
      ([, page, number]) => ({ file, page, number: number! }),
    ),
  );
  const exists = (number: string, page: string | undefined) => {
    const all = page === undefined ? pages : [`docs/product/${page}.md`];
    const known = number.includes(".") ? all.flatMap(rulesOf) : all.flatMap(sectionsOf);
    return known.includes(number);
  };
  expect(references.length).toBeGreaterThan(80);
  expect(references.filter(({ page, number }) => !exists(number, page))).toEqual([]);
});
