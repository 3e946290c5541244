import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { brokenRule, CONSTRAINTS } from "./constraints.ts";

const folder = join(import.meta.dirname, "../../../supabase/migrations");
const schema = readdirSync(folder)
  .map((name) => readFileSync(join(folder, name), "utf8"))
  .join("\n");

/** Constraints that no form can break: the value is selected, or members cannot set it. */
const UNREACHABLE =
  /_(status|moderation|moderated|upvotes|downvotes)|_id_league_key|_colors_format|teams_slug_format/;

test.each(["jerseys", "teams", "competitions", "brands"] as const)(
  "every constraint of %s has its message",
  (table) => {
    const definition = new RegExp(`create table public\\.${table} \\(([^]*?)\\n\\);`).exec(
      schema,
    )![1]!;
    const added = [...schema.matchAll(new RegExp(`add constraint (${table}_(?!images)\\w+)`, "g"))];
    const named = [...definition.matchAll(new RegExp(`constraint (${table}_\\w+)`, "g")), ...added];
    const ours = named.map(([, name]) => name!).filter((name) => !UNREACHABLE.test(name));
    expect(ours.length).toBeGreaterThan(1);
    const messageOf = (name: string) =>
      table === "jerseys" ? brokenRule(table, name) : CONSTRAINTS[table][name];
    for (const name of ours) expect(messageOf(name), name).toBeDefined();
  },
);

test("assigns each constraint to the form of its table", () => {
  expect(brokenRule("jerseys", "jerseys_year_range")).toEqual(["year", "year"]);
  expect(brokenRule("teams", "jerseys_year_range")).toBeUndefined();
  expect(brokenRule("jerseys", "jerseys_unheard_of")).toBeUndefined();
  expect(brokenRule("jerseys", undefined)).toBeUndefined();
});
