import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

import { headOfJoined } from "../../scripts/migration/join-steps.ts";
import { BY_HAND } from "../../scripts/migration/step-file.ts";
import { writeStep } from "../../scripts/migration/write-step.ts";
import { SUPABASE_DIR } from "../support/database.ts";

/** A copy of supabase/ in which a schema file says something else. */
function changed(file: string, replacements: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "supabase-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(SUPABASE_DIR, folder, { recursive: true });
  const path = join(folder, "schemas", file);
  let sql = readFileSync(path, "utf8");
  for (const [before, after] of Object.entries(replacements)) {
    expect(sql, before).toContain(before);
    sql = sql.replace(before, () => after);
  }
  writeFileSync(path, sql);
  return folder;
}

const read = (supabase: string, file: string) =>
  readFileSync(join(supabase, "migrations", file), "utf8");

test("says nothing where schema and migrations agree", async () => {
  const supabase = changed("jersey/votes.sql", {});
  expect(await writeStep({ supabase, subject: "nothing" })).toEqual({
    file: undefined,
    byHand: 0,
    remaining: [],
  });
});

test("writes functions, triggers, policies, grants and comments", async () => {
  const supabase = changed("jersey/votes.sql", {
    "    perform private.check_not_gone(new.jersey_id);":
      "    -- One after the other.\n    perform private.check_not_gone(new.jersey_id);",
    "grant select, delete on public.jersey_votes to authenticated;":
      "grant select on public.jersey_votes to authenticated;",
    "grant update (jersey_id, voter_id, vote) on": "grant update (vote) on",
    "revoke execute on function public.vote_totals from public;\ngrant execute on function public.vote_totals to anon, authenticated, service_role;":
      "revoke execute on function public.vote_totals from public, anon;\ngrant execute on function public.vote_totals to authenticated, service_role;",
    "'A member''s votes on the jerseys of a page'": "'Votes of a page'",
    'create policy "members withdraw their votes" on public.jersey_votes\n  for delete to authenticated using (voter_id = (select auth.uid()));':
      'create policy "members take votes back" on public.jersey_votes\n  for delete to authenticated using (voter_id = (select auth.uid()) and cast_at is not null);',
    "create function public.vote_totals()":
      "create function public.last_vote() returns timestamptz language sql stable set search_path = '' as $$ select max(cast_at) from public.jersey_votes $$;\nrevoke execute on function public.last_vote from public, anon, authenticated;\n\ncreate function public.vote_totals()",
  });
  const { file, byHand, remaining } = await writeStep({ supabase, subject: "votes" });
  expect({ byHand, remaining }).toEqual({ byHand: 0, remaining: [] });
  expect(file).toMatch(/^\d{14}_votes\.sql$/);
  const sql = read(supabase, file!);
  expect(sql).toMatch(/create or replace function "?private"?\."?admit_vote"?\(\)/i);
  expect(sql).toContain("    -- One after the other.");
  expect(sql).toMatch(/create or replace function "?public"?\."?last_vote"?\(\)/i);
  for (const statement of [
    /REVOKE .* ON TABLE .*jersey_votes.* FROM "authenticated"/i,
    /REVOKE .*vote_totals.*anon/i,
    /COMMENT ON INDEX .*jersey_votes_of_voter.* 'Votes of a page'/i,
    /DROP POLICY "members withdraw their votes"/i,
    /create policy "members take votes back"/i,
  ]) {
    expect(sql).toMatch(statement);
  }
  // The step brings the whole schema about, so there is nothing more to write.
  expect((await writeStep({ supabase, subject: "again" })).file).toBeUndefined();
});

test("makes a function anew whose argument has another name, with what uses it, for any owner", async () => {
  const supabase = changed("account/roles.sql", {
    "create function public.is_admin(user_id uuid)":
      "create function public.is_admin(member_id uuid)",
    "(is_admin.user_id = auth.uid()": "(is_admin.member_id = auth.uid()",
    "ur.user_id = is_admin.user_id and": "ur.user_id = is_admin.member_id and",
    "private.has_factor(is_admin.user_id)": "private.has_factor(is_admin.member_id)",
  });
  const { file, ...rest } = await writeStep({ supabase, subject: "administrators" });
  expect(rest).toEqual({ byHand: 0, remaining: [] });
  const sql = read(supabase, file!);
  const at = (words: string) => sql.indexOf(words);
  expect(at('DROP POLICY "admins add brands"')).toBeLessThan(at("DROP FUNCTION"));
  expect(
    sql.search(/create or replace function "?public"?\."?is_admin"?\(member_id uuid\)/i),
  ).toBeLessThan(sql.search(/create policy "admins add brands"/i));
  expect(sql).toMatch(/GRANT EXECUTE ON FUNCTION "public"."is_admin"\(uuid\) TO "anon"/);
  // The role that migrates has another name elsewhere.
  expect(sql).not.toMatch(/OWNER TO|(?:TO|FROM) "?postgres\b/);
});

test("writes a trigger that fires elsewhere or at another place", async () => {
  const supabase = changed("jersey/effects.sql", {
    "create trigger jersey_votes_count after insert or update or delete":
      "create trigger jersey_votes_moved after insert or delete",
  });
  const { file, ...rest } = await writeStep({ supabase, subject: "counters" });
  expect(rest).toEqual({ byHand: 0, remaining: [] });
  expect(read(supabase, file!)).toMatch(/drop trigger "?jersey_votes_count/i);
});

test("proposes a column and its constraint so that nobody waits; its author reads the rows in the next step", async () => {
  const supabase = changed("jersey/votes.sql", {
    "  cast_at timestamptz default now(),":
      "  cast_at timestamptz default now(),\n  reason text constraint jersey_votes_reason_length check (char_length(reason) <= 9),",
  });
  const first = await writeStep({ supabase, subject: "reasons" });
  expect(first.byHand).toBe(2);
  const path = join(supabase, "migrations", first.file!);
  writeFileSync(path, readFileSync(path, "utf8").replaceAll(BY_HAND, ""));
  const second = await writeStep({ supabase, subject: "reasons", replaces: [first.file!] });
  expect(second).toMatchObject({ byHand: 0, remaining: [] });
  expect(read(supabase, second.file!)).toContain("NOT VALID;");
  const validation = join(supabase, "migrations", "20990101000000_rows.sql");
  writeFileSync(
    validation,
    "alter table public.jersey_votes validate constraint jersey_votes_reason_length;\n",
  );
  expect((await writeStep({ supabase, subject: "again" })).file).toBeUndefined();
});

test("proposes a constraint that says something else in the place of the old one", async () => {
  const supabase = changed("jersey/votes.sql", {
    "constraint jersey_votes_vote_known check (vote in ('up', 'down'))":
      "constraint jersey_votes_vote_known check (vote in ('up', 'down', 'none'))",
  });
  const { file, byHand } = await writeStep({ supabase, subject: "votes" });
  expect(byHand).toBe(2);
  expect(read(supabase, file!)).toMatch(
    /DROP CONSTRAINT "jersey_votes_vote_known";\n.*ADD CONSTRAINT "jersey_votes_vote_known" CHECK .* NOT VALID;/,
  );
});

test("leaves tables and rows to their author, whose lines stay", async () => {
  const supabase = changed("jersey/votes.sql", {
    "  cast_at timestamptz default now(),": "  cast_at timestamptz default now(),\n  reason text,",
    "values (0, 0);": "values (0, 0), (1, 1);",
  });
  const first = await writeStep({ supabase, subject: "reasons" });
  expect(first.byHand).toBe(2);
  const path = join(supabase, "migrations", first.file!);
  const proposed = readFileSync(path, "utf8");
  expect(proposed.match(new RegExp(`^${BY_HAND}`, "gm"))).toHaveLength(2);
  writeFileSync(
    path,
    "alter table public.jersey_votes add column reason text;\ninsert into private.vote_sums (upvotes, downvotes) values (1, 1);\n",
  );
  const second = await writeStep({ supabase, subject: "reasons", replaces: [first.file!] });
  expect(second).toMatchObject({ byHand: 0, remaining: [] });
  expect(read(supabase, second.file!)).toContain("add column reason text;");
  expect(readdirSync(join(supabase, "migrations")).at(-1)).toBe(second.file);
});

test("joins steps: statements from both schemas, lines written by hand in their order", async () => {
  const supabase = changed("jersey/votes.sql", {
    "  cast_at timestamptz default now(),": "  cast_at timestamptz default now(),\n  reason text,",
    "    perform private.check_not_gone(new.jersey_id);":
      "    -- One after the other.\n    perform private.check_not_gone(new.jersey_id);",
  });
  const migrations = join(supabase, "migrations");
  const steps = ["20990101000000_reasons.sql", "20990101000001_votes.sql"];
  writeFileSync(
    join(migrations, steps[0]!),
    "alter table public.jersey_votes add column reason text;\n",
  );
  writeFileSync(
    join(migrations, steps[1]!),
    "-- joins: 1 2\n-- otherwise: wait\nupdate public.jersey_votes set reason = 'none' where reason is null;\n",
  );
  const joined = await writeStep({
    supabase,
    subject: "joined",
    replaces: steps,
    head: headOfJoined(steps),
  });
  expect(joined).toMatchObject({ byHand: 0, remaining: [] });
  const sql = read(supabase, joined.file!);
  expect(sql).toMatch(
    /^-- joins: 20990101000000 20990101000001\n-- otherwise: start commit [0-9a-f]{8} on it once, then this one\n/,
  );
  expect(sql).not.toContain("joins: 1 2");
  expect(sql.indexOf("add column reason")).toBeLessThan(sql.indexOf("set reason = 'none'"));
  expect(sql).toContain("-- One after the other.");
  expect(readdirSync(migrations).filter((file) => steps.includes(file))).toEqual([]);
});
