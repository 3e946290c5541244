import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

/** A file and its import, which the linter must refuse. */
const forbidden: [file: string, source: string][] = [
  // The pure layers, in shared/ and in the rooms.
  ["app/shared/domain/a.ts", "../i18n/format.ts"],
  ["app/shared/domain/shirt/a.ts", "../../data/client.ts"],
  ["app/shared/domain/b.ts", "#app/jersey/votes/votable-card.tsx"],
  ["app/shared/domain/c.ts", "../../../server/env.ts"],
  ["app/shared/domain/d.ts", "node:fs"],
  ["app/shared/domain/e.ts", "../address/paths.ts"],
  ["app/shared/domain/f.ts", "../browser/unique-id.ts"],
  ["app/shared/domain/g.ts", "#app/shared/head/page-meta.ts"],
  ["app/shared/domain/h.ts", "../../messages/fr.ts"],
  ["app/shared/domain/i.ts", "../../collect/domain/copies/copy.ts"],
  ["app/collect/domain/a.ts", "../i18n/money.ts"],
  ["app/collect/domain/copies/b.ts", "../../data/copies/copies.ts"],
  ["app/collect/domain/copies/c.ts", "../../my-copies/bin.tsx"],
  ["app/collect/domain/copies/d.ts", "../../../shared/i18n/format.ts"],
  ["app/collect/domain/copies/e.ts", "../../../shared/data/client.ts"],
  ["app/collect/domain/copies/f.ts", "#app/shared/address/paths.ts"],
  ["app/collect/domain/copies/g.ts", "../../../shared/browser/unique-id.ts"],
  ["app/collect/domain/copies/h.ts", "node:fs"],
  ["app/collect/domain/i.ts", "#app/collect/data/copies/copies.ts"],
  ["app/browse/domain/a.ts", "../../../server/env.ts"],
  ["app/curate/domain/import/a.ts", "../../../collect/data/exchange/keys.ts"],
  ["app/shared/browser/a.ts", "../i18n/format.ts"],
  ["app/shared/browser/b.ts", "#app/shared/data/client.ts"],
  ["app/shared/i18n/a.ts", "../../site/layout/layout.tsx"],
  ["app/shared/i18n/b.ts", "#app/shared/data/client.ts"],
  ["app/shared/i18n/c.ts", "../address/paths.ts"],
  ["app/shared/i18n/d.ts", "../head/page-meta.ts"],
  ["app/collect/i18n/a.ts", "../data/copies/copies.ts"],
  ["app/collect/i18n/b.ts", "../../shared/address/paths.ts"],
  ["app/shared/address/a.ts", "../head/page-meta.ts"],
  ["app/shared/address/b.ts", "../browser/unique-id.ts"],
  ["app/shared/address/c.ts", "#app/shared/data/client.ts"],
  ["app/shared/address/d.ts", "../../messages/fr.ts"],
  ["app/shared/head/a.ts", "../data/client.ts"],
  ["app/shared/head/b.ts", "../browser/unique-id.ts"],
  ["app/shared/head/c.ts", "#app/shared/components/brand.tsx"],
  ["app/shared/head/d.ts", "../../browse/screens/home/route.tsx"],
  ["app/shared/ui/a.tsx", "../components/jersey-card.tsx"],
  ["app/shared/ui/b.tsx", "../i18n/format.ts"],
  ["app/shared/ui/c.tsx", "#app/shared/data/client.ts"],
  ["app/shared/ui/d.tsx", "../address/paths.ts"],
  ["app/shared/ui/e.tsx", "#app/shared/components/jersey-card.tsx"],
  ["app/shared/components/a.tsx", "../data/client.ts"],
  ["app/shared/components/b.tsx", "../../jersey/votes/votable-card.tsx"],
  ["app/shared/components/c.tsx", "../session/use-session.ts"],
  ["app/shared/data/a.ts", "../components/jersey-card.tsx"],
  ["app/shared/data/jerseys/b.ts", "../../../jersey/data/jersey.ts"],
  ["app/shared/data/c.ts", "../../../packages/backend/src/index.ts"],
  ["app/shared/data/d.ts", "../head/page-meta.ts"],
  ["app/shared/data/e.ts", "@maillotheque/backend"],
  ["app/shared/data/f.ts", "../../root.tsx"],
  ["app/shared/session/a.ts", "../../account/data/session/auth.ts"],
  // Queries show nothing.
  ["app/jersey/data/a.ts", "../votes/vote-pair.tsx"],
  ["app/jersey/data/votes/b.ts", "../../votes/vote-pair.tsx"],
  ["app/jersey/data/votes/c.ts", "../../../shared/components/jersey-card.tsx"],
  ["app/jersey/data/votes/d.ts", "../../../shared/head/page-meta.ts"],
  ["app/jersey/data/e.ts", "@maillotheque/backend"],
  // Rooms.
  ["app/jersey/votes/a.ts", "../../collect/collection/toggle-shelf.ts"],
  ["app/jersey/votes/b.ts", "#app/collect/collection/toggle-shelf.ts"],
  ["app/jersey/votes/c.ts", "../screens/jersey/route.tsx"],
  ["app/jersey/votes/d.ts", "../../root.tsx"],
  ["app/jersey/votes/parts/e.ts", "../../../collect/collection/toggle-shelf.ts"],
  ["app/collect/collection/a.ts", "../../jersey/votes/vote-pair.tsx"],
  ["app/collect/collection/b.ts", "#app/jersey/votes/vote-pair.tsx"],
  ["app/collect/collection/c.ts", "../../browse/search/search-button.tsx"],
  ["app/collect/data/copies/d.ts", "../../../jersey/data/votes/votes.ts"],
  ["app/contribute/submit/a.ts", "../../moderate/data/review/keys.ts"],
  ["app/moderate/review/a.tsx", "../../contribute/submit/submit.tsx"],
  ["app/curate/import/a.ts", "../../collect/domain/exchange/marks.ts"],
  ["app/site/language/a.ts", "../../account/security/security.tsx"],
  ["app/site/resources/a.ts", "../../jersey/votes/vote-pair.tsx"],
  ["app/site/resources/og/b.ts", "../../screens/not-found/route.tsx"],
  ["app/moderate/review/b.tsx", "../../jersey/screens/jersey/route.tsx"],
  // Screens.
  ["app/browse/screens/home/a.tsx", "../../../../server/env.ts"],
  ["app/browse/screens/home/b.tsx", "../../../../packages/backend/src/index.ts"],
  ["app/browse/screens/home/c.tsx", "../team/route.tsx"],
  ["app/browse/screens/home/d.tsx", "#app/browse/screens/team/route.tsx"],
  ["app/browse/screens/home/e.tsx", "../../../routes.ts"],
  ["app/browse/screens/home/parts/f.tsx", "../../team/route.tsx"],
  ["app/browse/screens/home/g.tsx", "../../../jersey/votes/vote-pair.tsx"],
  ["app/browse/screens/home/h.tsx", "../../../jersey/screens/jersey/route.tsx"],
  ["app/browse/components/a.tsx", "../screens/home/hero.tsx"],
  ["app/root.tsx", "../packages/backend/src/index.ts"],
  ["app/entry.client.tsx", "./jersey/votes/vote-pair.tsx"],
  ["app/routes.ts", "../packages/backend/src/index.ts"],
  // Outside of the site (`app`).
  ["server/a.ts", "../app/screens/home/route.tsx"],
  ["server/cli/a.ts", "../../app/shared/data/client.ts"],
  ["server/b.ts", "../app/head/page-meta.ts"],
  ["server/c.ts", "#app/messages/fr/index.ts"],
  ["server/d.ts", "../app/resources/robots.ts"],
  ["server/e.ts", "../app/root.tsx"],
  ["server/catalogue/a.ts", "../operate/start.ts"],
  ["server/catalogue/seed/a.ts", "../../http/app.ts"],
  ["server/http/a.ts", "../operate/start.ts"],
  ["server/pages/cache/a.ts", "../../operate/jobs/register.ts"],
  ["server/mail/a.ts", "../http/app.ts"],
  ["server/operate/jobs/a.ts", "../../cli/backup.ts"],
  ["server/f.ts", "@maillotheque/backend/src/log.ts"],
  ["server/cli/g.ts", "../../packages/backend/src/log.ts"],
  ["vite/a.ts", "../app/data/client.ts"],
  ["bench/rest/a.ts", "../../packages/backend/src/log.ts"],
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
  ["app/shared/domain/ok.ts", "./uuid.ts"],
  ["app/shared/domain/shirt/ok.ts", "../leagues.ts"],
  ["app/collect/domain/copies/ok.ts", "../exchange/read-cells.ts"],
  ["app/collect/domain/copies/ok2.ts", "../../../shared/domain/rules/text.ts"],
  ["app/curate/domain/import/ok.ts", "../../../shared/domain/import/words.ts"],
  ["app/moderate/data/ok.ts", "../../contribute/data/suggestions/keys.ts"],
  ["app/shared/browser/ok.ts", "../domain/likeness.ts"],
  ["app/shared/i18n/ok.ts", "../domain/competition.ts"],
  ["app/shared/i18n/ok2.ts", "../../messages/fr.ts"],
  ["app/collect/i18n/ok.ts", "../domain/copies/copy.ts"],
  ["app/browse/i18n/ok.ts", "../messages/fr/history.json"],
  ["app/messages/ok.ts", "../shared/i18n/messages.ts"],
  ["app/shared/address/ok.ts", "../domain/sports.ts"],
  ["app/shared/address/ok2.ts", "../i18n/languages.ts"],
  ["app/shared/address/ok3.ts", "./screens.ts"],
  ["app/shared/head/ok.ts", "../address/paths.ts"],
  ["app/shared/head/ok2.ts", "../i18n/languages.ts"],
  ["app/shared/head/ok3.ts", "#app/shared/domain/uuid.ts"],
  ["app/shared/ui/ok.tsx", "../domain/leagues.ts"],
  ["app/shared/ui/ok2.tsx", "./button.tsx"],
  ["app/shared/components/ok.tsx", "../i18n/format.ts"],
  ["app/shared/components/ok2.tsx", "../ui/button.tsx"],
  ["app/shared/components/ok3.tsx", "../head/breadcrumbs.ts"],
  ["app/shared/data/jerseys/ok.ts", "../client.ts"],
  ["app/shared/data/jerseys/ok2.ts", "../../address/cursor.ts"],
  ["app/moderate/data/review/ok.ts", "../merging/keys.ts"],
  ["app/jersey/votes/ok.ts", "../data/votes/votes.ts"],
  ["app/jersey/votes/ok2.ts", "./rules.ts"],
  ["app/jersey/votes/parts/ok.ts", "../rules.ts"],
  ["app/jersey/votes/parts/ok2.ts", "../../data/votes/votes.ts"],
  ["app/collect/collection/ok.ts", "../../jersey/data/votes/use-vote-counts.ts"],
  ["app/collect/collection/ok2.ts", "#app/jersey/data/votes/use-vote-counts.ts"],
  ["app/site/resources/og/ok.ts", "../../../jersey/data/jersey.ts"],
  ["app/browse/screens/home/ok.tsx", "../../components/jersey-section.tsx"],
  ["app/browse/screens/home/ok2.tsx", "#app/browse/components/jersey-section.tsx"],
  ["app/browse/screens/home/ok3.tsx", "../../../account/session-end/session-end.tsx"],
  ["app/browse/screens/home/parts/ok.tsx", "../texts.ts"],
  ["app/browse/screens/home/parts/ok2.tsx", "../../../components/jersey-section.tsx"],
  ["app/entry.server.tsx", "react-dom/server"],
  ["server/ok.ts", "@maillotheque/backend"],
  ["server/ok2.ts", "../app/shared/domain/slug.ts"],
  ["server/http/ok.ts", "../../app/site/resources/standalone-page.ts"],
  ["server/catalogue/seed/ok.ts", "../../operate/start-error.ts"],
  ["server/pages/cache/ok.ts", "../../operate/metrics/metrics.ts"],
  ["server/http/ok2.ts", "../mail/unsubscribe.ts"],
  ["server/cli/ok.ts", "#app/shared/domain/jersey.ts"],
  ["server/cli/ok2.ts", "#app/shared/i18n/languages.ts"],
  ["vite/ok.ts", "../app/shared/address/screens.ts"],
  ["bench/ok.ts", "../tests/support/site.ts"],
  ["tests/rules/support/ok.ts", "@maillotheque/backend/testing"],
  ["server/ok.test.ts", "@maillotheque/backend/testing"],
  ["tests/contract/ok.test.ts", "@maillotheque/backend/testing"],
  ["bench/ok2.ts", "@maillotheque/backend/testing"],
  ["packages/backend/src/rest/ok.ts", "../context.ts"],
  ["app/shared/domain/ok.test.ts", "../i18n/format.ts"],
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
