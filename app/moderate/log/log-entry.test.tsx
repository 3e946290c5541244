import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";

import { loadAllMessages } from "../../shared/i18n/messages.ts";
import type { LogEntry } from "../data/audit/audit-log.ts";
import { historyOf } from "./history-of.ts";
import { LogItem } from "./log-entry.tsx";

await loadAllMessages();

test("names columns and what is true of them in the reader's words", () => {
  const entry = {
    id: 1,
    action: "update",
    table_name: "jerseys",
    row_id: "1",
    before: { title: "Domicile", is_active: true, status: "pending", colors: [] },
    after: { title: "Domicile", is_active: false, status: "approved", colors: ["white"] },
    at: "2026-11-28T00:00:00Z",
  } as unknown as LogEntry;
  const Stub = createRoutesStub([
    { path: "/admin", Component: () => <LogItem entry={entry} onActor={() => {}} /> },
  ]);
  const markup = renderToStaticMarkup(<Stub initialEntries={["/admin"]} />);
  expect(markup).toMatch(/Visible.*oui.*non/);
  expect(markup).toMatch(/en attente.*validé/);
  expect(markup).toContain("Blanc");
  expect(markup).not.toContain("is_active");
  // It is undone there.
  expect(markup).toContain('href="/historique/jersey/1"');
});

test.each([
  ["a jersey that isn't public", { table_name: "jerseys", after: { status: "rejected" } }],
  ["a deleted team", { table_name: "teams", action: "delete", after: null }],
])("leads to no history of %s", (_, entry) => {
  expect(historyOf({ row_id: "1", action: "update", ...entry } as LogEntry)).toBeUndefined();
});

test("names who contests by the link of a mail as what they are", () => {
  const entry = {
    ...{ id: 2, action: "insert", table_name: "report_contests", row_id: "1", before: null },
    ...{ after: { party: "author", body: "Ma photo." }, at: "2026-11-28T00:00:00Z" },
  } as unknown as LogEntry;
  const Stub = createRoutesStub([
    { path: "/admin", Component: () => <LogItem entry={entry} onActor={() => {}} /> },
  ]);
  const markup = renderToStaticMarkup(<Stub initialEntries={["/admin"]} />);
  expect(markup).toContain("l’auteur du contenu");
  expect(markup).not.toContain("Ligne de commande");
});
