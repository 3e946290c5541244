import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

/** A file and its import, which the linter must refuse. */
const forbidden: [file: string, source: string][] = [
  ["app/domain/a.ts", "../i18n/format.ts"],
  ["app/domain/shirt/a.ts", "../../data/jerseys/list.ts"],
  ["app/domain/b.ts", "#app/features/vote/button.tsx"],
  ["app/domain/c.ts", "../../server/env.ts"],
  ["app/domain/d.ts", "node:fs"],
  ["app/domain/e.ts", "../address/paths.ts"],
  ["app/domain/f.ts", "../browser/unique-id.ts"],
  ["app/domain/g.ts", "#app/head/page-meta.ts"],
  ["app/domain/h.ts", "../messages/fr/index.ts"],
  ["app/browser/a.ts", "../i18n/format.ts"],
  ["app/browser/b.ts", "#app/data/client.ts"],
  ["app/i18n/a.ts", "../components/layout.tsx"],
  ["app/i18n/b.ts", "#app/data/client.ts"],
  ["app/i18n/c.ts", "../address/paths.ts"],
  ["app/i18n/d.ts", "../head/page-meta.ts"],
  ["app/messages/en/a.ts", "../../address/paths.ts"],
  ["app/address/a.ts", "../head/page-meta.ts"],
  ["app/address/b.ts", "../browser/unique-id.ts"],
  ["app/address/c.ts", "#app/data/client.ts"],
  ["app/address/d.ts", "../messages/fr/index.ts"],
  ["app/head/a.ts", "../data/client.ts"],
  ["app/head/b.ts", "../browser/unique-id.ts"],
  ["app/head/c.ts", "#app/components/layout.tsx"],
  ["app/head/d.ts", "../screens/home/route.tsx"],
  ["app/components/ui/a.tsx", "../card.tsx"],
  ["app/components/ui/b.tsx", "../../i18n/format.ts"],
  ["app/components/ui/c.tsx", "#app/data/client.ts"],
  ["app/components/ui/d.tsx", "../../address/paths.ts"],
  ["app/components/ui/e.tsx", "#app/components/card.tsx"],
  ["app/components/a.tsx", "../data/client.ts"],
  ["app/components/b.tsx", "../features/vote/button.tsx"],
  ["app/data/jerseys/a.ts", "../../components/card.tsx"],
  ["app/data/jerseys/b.ts", "../../features/vote/rules.ts"],
  ["app/data/c.ts", "../../packages/backend/src/index.ts"],
  ["app/data/d.ts", "../head/page-meta.ts"],
  ["app/data/e.ts", "@maillotheque/backend"],
  ["app/resources/a.ts", "../features/vote/rules.ts"],
  ["app/features/vote/a.ts", "../collection/toggle.ts"],
  ["app/features/vote/b.ts", "#app/features/collection/toggle.ts"],
  ["app/features/vote/c.ts", "../../screens/home.tsx"],
  ["app/features/vote/d.ts", "../../root.tsx"],
  ["app/features/vote/parts/d.ts", "../../collection/toggle.ts"],
  ["app/screens/a.tsx", "../../server/env.ts"],
  ["app/screens/b.tsx", "../../packages/backend/src/index.ts"],
  ["app/screens/home/c.tsx", "../team/route.tsx"],
  ["app/screens/home/d.tsx", "#app/screens/team/route.tsx"],
  ["app/screens/home/e.tsx", "../../routes.ts"],
  ["app/screens/home/parts/f.tsx", "../../team/route.tsx"],
  ["app/root.tsx", "../packages/backend/src/index.ts"],
  ["app/routes.ts", "../packages/backend/src/index.ts"],
  ["server/a.ts", "../app/screens/home/route.tsx"],
  ["server/cli/a.ts", "../../app/shared/data/client.ts"],
  ["server/b.ts", "../app/head/page-meta.ts"],
  ["server/c.ts", "#app/messages/fr/index.ts"],
  ["server/d.ts", "../app/resources/robots.ts"],
  ["server/e.ts", "../app/root.tsx"],
  ["server/f.ts", "@maillotheque/backend/src/log.ts"],
  ["server/cli/g.ts", "../../packages/backend/src/log.ts"],
  ["vite/a.ts", "../app/data/client.ts"],
  ["bench/rest-servers/a.ts", "../../packages/backend/src/log.ts"],
  ["e2e/support/a.ts", "@maillotheque/backend/log"],
  ["packages/backend/src/a.ts", "../../../server/env.ts"],
  ["packages/backend/src/rest/a.ts", "../../../../app/address/slug.ts"],
  ["packages/backend/src/rest/b.ts", "#app/domain/slug.ts"],
  ["packages/backend/tests/support/a.ts", "../../../../tests/support/members.ts"],
  ["server/h.test.ts", "../packages/backend/src/logger.ts"],
  ["server/i.ts", "@maillotheque/backend/testing"],
  ["tests/contract/a.test.ts", "../../packages/backend/src/logger.ts"],
  ["packages/backend/tests/b.test.ts", "../../../tests/support/backend.ts"],
];

const allowed: typeof forbidden = [
  ["app/domain/ok.ts", "./uuid.ts"],
  ["app/domain/shirt/ok.ts", "../leagues.ts"],
  ["app/browser/ok.ts", "../domain/likeness.ts"],
  ["app/i18n/ok.ts", "../domain/competition.ts"],
  ["app/i18n/ok2.ts", "../messages/fr/index.ts"],
  ["app/messages/en/ok.ts", "../../i18n/messages.ts"],
  ["app/address/ok.ts", "../domain/sports.ts"],
  ["app/address/ok2.ts", "../i18n/languages.ts"],
  ["app/address/ok3.ts", "./screens.ts"],
  ["app/head/ok.ts", "../address/paths.ts"],
  ["app/head/ok2.ts", "../i18n/languages.ts"],
  ["app/head/ok3.ts", "#app/domain/uuid.ts"],
  ["app/components/ui/ok.tsx", "../../domain/leagues.ts"],
  ["app/components/ui/ok2.tsx", "./button.tsx"],
  ["app/components/ok.tsx", "../i18n/format.ts"],
  ["app/components/ok2.tsx", "./ui/button.tsx"],
  ["app/components/ok3.tsx", "../head/breadcrumbs.ts"],
  ["app/data/jerseys/ok.ts", "../client.ts"],
  ["app/data/jerseys/ok2.ts", "../../address/cursor.ts"],
  ["app/features/vote/ok.ts", "../../data/jerseys/list.ts"],
  ["app/features/vote/ok2.ts", "./rules.ts"],
  ["app/features/vote/parts/ok.ts", "../rules.ts"],
  ["app/features/vote/parts/ok2.ts", "../../../data/jerseys/list.ts"],
  ["app/screens/ok.tsx", "../features/vote/button.tsx"],
  ["app/screens/home/ok.tsx", "../shared/jersey-section.tsx"],
  ["app/screens/home/ok2.tsx", "#app/screens/shared/jersey-section.tsx"],
  ["app/screens/home/ok3.tsx", "../../features/vote/button.tsx"],
  ["app/screens/home/parts/ok.tsx", "../texts.ts"],
  ["app/screens/home/parts/ok2.tsx", "../../shared/jersey-section.tsx"],
  ["app/entry.server.tsx", "react-dom/server"],
  ["server/ok.ts", "@maillotheque/backend"],
  ["server/ok2.ts", "../app/shared/domain/slug.ts"],
  ["server/http/ok.ts", "../../app/site/resources/standalone-page.ts"],
  ["server/cli/ok.ts", "#app/shared/domain/jersey.ts"],
  ["server/cli/ok2.ts", "#app/shared/i18n/languages.ts"],
  ["vite/ok.ts", "../app/shared/address/screens.ts"],
  ["bench/ok.ts", "../tests/support/site.ts"],
  ["tests/rules/support/ok.ts", "@maillotheque/backend/testing"],
  ["server/ok.test.ts", "@maillotheque/backend/testing"],
  ["tests/contract/ok.test.ts", "@maillotheque/backend/testing"],
  ["bench/ok2.ts", "@maillotheque/backend/testing"],
  ["packages/backend/src/rest/ok.ts", "../context.ts"],
  ["app/domain/ok.test.ts", "../i18n/format.ts"],
];

let folder: string;
let reported: Set<string>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "maillotheque-zones-"));
  // The project's own settings, without the rules that need types: this folder isn't compiled.
  writeFileSync(
    join(folder, "oxlint.config.ts"),
    `import config from "${join(ROOT, "oxlint.config.ts")}";\nexport default { ...config, options: {} };\n`,
  );
  for (const [file, source] of [...forbidden, ...allowed]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `export * from "${source}";\n`);
  }
  reported = lint();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The files in which the linter found a forbidden import. */
function lint(): Set<string> {
  let output: string;
  try {
    const oxlint = join(ROOT, "node_modules/oxlint/bin/oxlint");
    output = execFileSync(process.execPath, [oxlint, "-f", "json"], {
      cwd: folder,
      stdio: "pipe",
    }).toString();
  } catch (error) {
    output = String((error as { stdout: Buffer }).stdout); // findings give a non-zero exit code
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
