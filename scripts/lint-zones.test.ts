import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

/** A file and what it imports; the linter must refuse it. */
const forbidden: [file: string, source: string][] = [
  ["app/lib/a.ts", "../i18n/paths.ts"],
  ["app/lib/shirt/a.ts", "../../data/jerseys/list.ts"],
  ["app/lib/b.ts", "#app/features/vote/button.tsx"],
  ["app/lib/c.ts", "../../server/env.ts"],
  ["app/lib/d.ts", "node:fs"],
  ["app/i18n/a.ts", "../components/layout.tsx"],
  ["app/i18n/b.ts", "#app/data/client.ts"],
  ["app/components/ui/a.tsx", "../card.tsx"],
  ["app/components/ui/b.tsx", "../../i18n/paths.ts"],
  ["app/components/ui/c.tsx", "#app/data/client.ts"],
  ["app/components/a.tsx", "../data/client.ts"],
  ["app/components/b.tsx", "../features/vote/button.tsx"],
  ["app/data/jerseys/a.ts", "../../components/card.tsx"],
  ["app/data/jerseys/b.ts", "../../features/vote/rules.ts"],
  ["app/data/c.ts", "@maillotheque/backend"],
  ["app/features/vote/a.ts", "../collection/toggle.ts"],
  ["app/features/vote/b.ts", "#app/features/collection/toggle.ts"],
  ["app/features/vote/c.ts", "../../screens/home.tsx"],
  ["app/features/vote/parts/d.ts", "../../collection/toggle.ts"],
  ["app/screens/a.tsx", "../../server/env.ts"],
  ["app/screens/b.tsx", "@maillotheque/backend"],
  ["app/root.tsx", "../packages/backend/src/index.ts"],
  ["server/a.ts", "../app/screens/home.tsx"],
  ["server/cli/a.ts", "../../app/data/client.ts"],
  ["server/b.ts", "../packages/backend/src/index.ts"],
  ["server/c.ts", "@maillotheque/backend/src/index.ts"],
  ["server/d.ts", "@maillotheque/backend/testing"],
  ["server/e.test.ts", "../packages/backend/src/logger.ts"],
  ["bench/a.ts", "../packages/backend/src/rest/execute.ts"],
  ["e2e/a.spec.ts", "@maillotheque/backend/tests/a.ts"],
  ["tests/contract/a.test.ts", "../../packages/backend/src/logger.ts"],
  ["packages/backend/src/a.ts", "../../../server/env.ts"],
  ["packages/backend/tests/a.test.ts", "../../../tests/support/backend.ts"],
  ["packages/backend/src/rest/a.ts", "../../../../app/lib/slug.ts"],
  ["packages/backend/src/rest/b.ts", "#app/lib/slug.ts"],
];

const allowed: typeof forbidden = [
  ["app/i18n/ok.ts", "../lib/slug.ts"],
  ["app/components/ui/ok.tsx", "../../lib/slug.ts"],
  ["app/components/ok.tsx", "../i18n/paths.ts"],
  ["app/components/ok2.tsx", "./ui/button.tsx"],
  ["app/data/jerseys/ok.ts", "../client.ts"],
  ["app/features/vote/ok.ts", "../../data/jerseys/list.ts"],
  ["app/features/vote/ok2.ts", "./rules.ts"],
  ["app/features/vote/parts/ok.ts", "../rules.ts"],
  ["app/screens/ok.tsx", "../features/vote/button.tsx"],
  ["app/entry.server.tsx", "react-dom/server"],
  ["server/ok.ts", "@maillotheque/backend"],
  ["server/ok2.ts", "../app/lib/slug.ts"],
  ["server/ok.test.ts", "@maillotheque/backend/testing"],
  ["tests/contract/ok.test.ts", "@maillotheque/backend/testing"],
  ["bench/ok.ts", "@maillotheque/backend/testing"],
  ["packages/backend/src/rest/ok.ts", "../context.ts"],
];

let folder: string;
let reported: Set<string>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "maillotheque-zones-"));
  copyFileSync(join(ROOT, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
  for (const [file, source] of [...forbidden, ...allowed]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `export * from "${source}";\n`);
  }
  reported = lint();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The files in which the linter found an import it forbids. */
function lint(): Set<string> {
  let output: string;
  try {
    const oxlint = join(ROOT, "node_modules/oxlint/bin/oxlint");
    output = execFileSync(process.execPath, [oxlint, "-f", "json"], {
      cwd: folder,
      stdio: "pipe",
    }).toString();
  } catch (error) {
    output = String((error as { stdout: Buffer }).stdout); // it found something
  }
  const { diagnostics } = JSON.parse(output) as {
    diagnostics: { code: string; filename: string }[];
  };
  return new Set(
    diagnostics
      .filter(({ code }) => code.includes("no-restricted-imports"))
      .map(({ filename }) => filename),
  );
}

test.each(forbidden)("%s may not import %s", (file) => {
  expect(reported).toContain(file);
});

test.each(allowed)("%s may import %s", (file) => {
  expect(reported).not.toContain(file);
});
