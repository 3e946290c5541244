import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const TOP = "app|server|packages|supabase|scripts|bench|deploy|tests|e2e|vite|docs";

const files = globSync(`{*,.github/**/*,{${TOP.replaceAll("|", ",")}}/**/*}`, {
  cwd: ROOT,
  exclude: (name) => name === "node_modules" || name === "build",
});
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

const documents = files.filter((file) => file.endsWith(".md"));
const records = documents.filter((file) => /^docs\/decisions\/\d/.test(file)).toSorted();

/** GitHub's anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");

const anchors = (file: string) =>
  new Set([...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading ?? "")));

function brokenLinks(document: string): string[] {
  return [...read(document).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target ?? "")
    .filter((target) => {
      if (/^(?:[a-z]+:|\{\{)/.test(target)) return false;
      const [path = "", anchor] = target.split("#");
      const file = path === "" ? document : normalize(join(dirname(document), path));
      if (!existsSync(join(ROOT, file))) return true;
      return anchor !== undefined && !anchors(file).has(anchor);
    });
}

/** Comments of a source file: whole lines, and what follows the code of a line. */
const commentsOf = (source: string) =>
  source
    .split("\n")
    .map((line) => /^\s*(?:\/\/|\/?\*|--|\{\/\*|#)(.*)|\s(?:\/\/|--|#) (.*)/.exec(line))
    .map((match) => match?.[1] ?? match?.[2] ?? "")
    .join("\n");

/** A path from the root, or the end of one with a file's extension (`<folder>/<file>.ts`). */
const PATHS = new RegExp(
  String.raw`(?<![\w./@:<>*$-])(?:(?:${TOP})/[\w$./…<>*{}-]+|(?:[\w$-]+/)+[\w$.-]+\.(?:tsx?|sql|md|mjs|css)\b)`,
  "g",
);

/** A mention with a top folder starts at the root or at the package; any other is the end of a path. */
function exists(mention: string, from: string): boolean {
  const start = /^packages\/[^/]+\//.exec(from)?.[0] ?? "";
  const isRooted = new RegExp(`^(?:${TOP})/`).test(mention);
  return files.some((file) =>
    isRooted
      ? file.startsWith(mention) || file.startsWith(start + mention)
      : file.endsWith(`/${mention}`),
  );
}

const missingPaths = (text: string, from: string) =>
  [...text.matchAll(PATHS)]
    .map(([mention]) => mention.replace(/[./-]+$/, ""))
    .filter((mention) => !/[…<>*{}]|NAME|NNN/.test(mention) && !exists(mention, from));

test.each(documents)("the links in %s lead somewhere", (document) => {
  expect(brokenLinks(document)).toEqual([]);
});

test.each(documents)("the paths named in %s exist", (document) => {
  expect(missingPaths(read(document), document)).toEqual([]);
});

test("the paths named in comments exist", () => {
  // A step's comments name the files of its time.
  const sources = files.filter(
    (file) =>
      /\.(?:tsx?|m?js|sql|css|ya?ml|toml)$/.test(file) && !file.startsWith("supabase/migrations/"),
  );
  const missing = sources.flatMap((file) =>
    missingPaths(commentsOf(read(file)), file).map((mention) => `${file}: ${mention}`),
  );
  expect(missing).toEqual([]);
});

test("docs/README.md names every document", () => {
  const folder = documents.filter((file) => /^docs\/[^/]+\.md$/.test(file));
  const index = read("docs/README.md");
  const missing = folder
    .map((file) => basename(file))
    .filter((name) => !index.includes(`](${name})`));
  expect(missing).toEqual(["README.md"]);
});

/** Every word of the code: names of functions, tables, columns, settings, keys of texts. */
const words = new Set(
  files
    .filter((file) => /\.(?:tsx?|m?js|sql|json|toml|ya?ml|sh)$|Dockerfile/.test(file))
    .flatMap((file) => read(file).match(/[A-Za-z_$][\w$]*/g) ?? []),
);

test.each(documents.filter((file) => file !== "CHANGELOG.md"))(
  "what looks like a function, table or column in %s exists",
  (document) => {
    const named = [...read(document).matchAll(/`([^`\n]+)`/g)].flatMap(
      ([, quoted]) =>
        /^(?:(?:private|public|auth|storage|backend)\.[a-z_.]+|[A-Za-z_][\w.]*\(\)|[a-z]+_[a-z_]+)$/.exec(
          quoted!,
        )?.[0] ?? [],
    );
    const unknown = named.filter((name) =>
      name
        .replace("()", "")
        .split(".")
        .some((part) => part !== "" && !words.has(part)),
    );
    expect(unknown).toEqual([]);
  },
);

test.each(records)("%s has a status and a line in the index", (record) => {
  expect(read(record)).toMatch(/^\*\*Status:\*\* accepted/m);
  expect(read("docs/decisions/README.md")).toContain(`](${record.split("/").at(-1)})`);
});

test("the tests that docs/security.md quotes exist", () => {
  const sources = files.filter((file) => /\.(?:test|spec)\.tsx?$/.test(file)).map(read);
  const quoted = [...read("docs/security.md").matchAll(/“([^”…]+)/g)].map(([, title]) =>
    title?.trim(),
  );
  expect(quoted.filter((title) => !sources.some((source) => source.includes(title ?? "")))).toEqual(
    [],
  );
});
