import { afterAll, beforeAll, expect, test } from "vitest";

import { createRules, type Rules } from "../support/rules.ts";

// What a member can make the database hold is bounded, column by column. A function that members may call writes into
// these columns too, so its texts need no list of their own.

let rules: Rules;
beforeAll(async () => void (rules = await createRules()));
afterAll(() => rules.close());

interface Column {
  name: string;
  /** What the checks and foreign keys on it say. */
  rules: string;
  /** True if members have the privilege to write it, and a policy for some row. */
  written_by_members: boolean;
}

/** Every stored column without a length of its own: texts, JSON, bytes, lists. */
async function columns(): Promise<Column[]> {
  const { rows } = await rules.system(`
    select stored.table || '.' || attname as name,
      coalesce((select string_agg(pg_get_constraintdef(oid), ' and ') from pg_constraint
        where conrelid = stored.oid and attnum = any (conkey) and contype in ('c', 'f')), '') as rules,
      stored.has_policy and (has_column_privilege('authenticated', stored.oid, attnum, 'insert')
        or has_column_privilege('authenticated', stored.oid, attnum, 'update')) as written_by_members
    from (
      select class.oid, class.oid::regclass::text as table,
        not relrowsecurity or exists (select from pg_policy where polrelid = class.oid and polpermissive
          and polcmd <> 'r' and polcmd <> 'd'
          and polroles && array['authenticated'::regrole::oid, 0]) as has_policy
      from pg_class class join pg_namespace space on space.oid = relnamespace
      where relkind in ('r', 'p') and nspname in ('public', 'private', 'storage')) stored
    join pg_attribute on attrelid = stored.oid and attnum > 0 and not attisdropped and attgenerated = ''
    join pg_type type on type.oid = atttypid
    where typname in ('text', 'varchar', 'json', 'jsonb', 'bytea', 'xml') and atttypmod < 0 or typcategory = 'A'
    order by 1`);
  return rows as unknown as Column[];
}

/** Checks by a function: what it lets through. */
const BOUNDING_FUNCTIONS = {
  are_codes: "five codes of thirty characters",
  is_palette: "fourteen names of colors, each once",
  is_partial_date: "a year, a month or a day",
  is_currency: "three letters",
};

/** True if a constraint says how long the column's value can be. */
function isBounded({ name, rules: all }: Column): boolean {
  const column = name.split(".").at(-1)!;
  const bounds = [
    `(?:char_length|length|octet_length|cardinality)\\(\\(?${column}\\)?(?:::text)?\\) <= \\d+`,
    `\\(${column} = ANY \\((?:ARRAY|private\\.(?:kit_types|patterns)\\(\\))`,
    `private\\.(?:${Object.keys(BOUNDING_FUNCTIONS).join("|")})\\(${column}\\)`,
  ];
  if (bounds.some((pattern) => new RegExp(pattern).test(all))) return true;
  // A pattern for the whole value in which nothing repeats without end.
  const patterns = [...all.matchAll(new RegExp(`\\(${column} ~ '([^']*)'`, "g"))];
  if (patterns.some(([, text = ""]) => /^\^.*\$$/.test(text) && !/[*+]|,\}/.test(text)))
    return true;
  return new RegExp(`FOREIGN KEY \\((?:\\w+, )*${column}[,)]`).test(all);
}

/** Columns that only functions, triggers and the services write, and what bounds them. */
const WRITTEN_BY_CODE: Record<string, string> = {
  "audit_log.table_name": "a table's name",
  "audit_log.row_id": "an id",
  "audit_log.before": "a row of a bounded table",
  "audit_log.after": "a row of a bounded table",
  "copies.import_key": "a digest, private.import_key()",
  "daily_duels.first_facts": "names of the catalogue",
  "daily_duels.second_facts": "names of the catalogue",
  "daily_players.token_hash": "a digest",
  "daily_shirts.facts": "names of the catalogue",
  "dumps.manifest": "24 files",
  "gone_jerseys.team": "jerseys.team",
  "gone_jerseys.title": "jerseys.title",
  "gone_jerseys.season": "seasons.name, or a year",
  "letters.problem": "the mailer's own text",
  "notice_mails.problem": "the mailer's own text",
  "notices.changes": "names of columns",
  "notices.title": "jerseys.title, or a name",
  "private.catalogue_batches.result": "ids and numbers of 200 lines, of administrators",
  "private.catalogue_cells.color": "jerseys.colors",
  "private.catalogue_cells.kit": "jerseys.kit_type",
  "private.catalogue_cells.pattern": "jerseys.pattern",
  "private.catalogue_entries.color": "jerseys.colors",
  "private.catalogue_entries.kit": "jerseys.kit_type",
  "private.catalogue_entries.pattern": "jerseys.pattern",
  "private.catalogue_entries.sponsor": "jerseys.sponsor",
  "private.color_references.hex": "the seed",
  "private.color_references.name": "the seed",
  "private.country_names.code": "the seed",
  "private.country_names.names": "the seed",
  "private.decisions.table_name": "a table's name",
  "private.decisions.was": "a row of a bounded table",
  "private.failed_changes.problem": "the database's own text, 1000 characters",
  "private.failed_changes.projection": "names in private.refresh_projection()",
  "private.guess_pictures.token": "made by the database",
  "private.imported_jerseys.key": "an administrator's line; within a page of the index",
  "private.imported_lines.before": "a row of copies",
  "private.imported_lines.key": "a digest, private.import_key()",
  "private.imported_votes.vote": "jersey_votes.vote",
  "private.imported_wishes.said": "a row of user_wishlists",
  "private.moved_rows.relation": "a table's name",
  "private.moved_rows.stored": "a row of a bounded table",
  "private.recovery_codes.digest": "a digest",
  "private.search_documents.kind": "one of the kinds of results",
  "private.search_vocabulary.word": "a word of a bounded text",
  "private.visitor_report_tokens.digest": "a digest",
  "private.visitor_report_tokens.party": "one of two",
  "private.visitor_report_tokens.purpose": "one of the purposes",
  "private.write_limits.kind": "the schema",
  "private.writes.kind": "private.write_limits.kind",
  "report_contests.note": "reports.resolution_note",
  "report_contests.outcome": "reports.status",
  "reports.reported_name": "profiles.display_name or username",
  "revisions.changes": "rows of bounded tables",
  "revisions.stored": "a row of a bounded table",
  "storage.buckets.allowed_mime_types":
    "the schema and the service key: no policy lets members write",
  "storage.buckets.id": "storage.buckets.name",
  "storage.buckets.owner_id": "the service",
  "storage_deletions.bucket_id": "storage.buckets.id",
  "storage_deletions.name": "storage.objects.name",
  "suggestions.title": "jerseys.title, or a name",
  "visitor_report_mails.note": "reports.resolution_note",
  "visitor_report_mails.problem": "the mailer's own text",
  "visitor_reports.origin": "the server's digest or address of the client",
  "visitor_reports.title": "jerseys.title, or a name",
};

test("no column that members write is without a bound", async () => {
  const written = (await columns()).filter((column) => column.written_by_members);
  expect(written.length).toBeGreaterThan(50);
  expect(written.filter((column) => !isBounded(column)).map(({ name }) => name)).toEqual([]);
});

test("of every other column without a bound, it is known what bounds its values", async () => {
  const unbounded = (await columns()).filter((column) => !isBounded(column));
  expect(unbounded.map(({ name }) => name)).toEqual(Object.keys(WRITTEN_BY_CODE).toSorted());
});

test("a name without a length is found, and a pattern that repeats is no bound", () => {
  const column = (text: string) => ({ name: "a.slug", rules: text, written_by_members: true });
  expect(isBounded(column(""))).toBe(false);
  expect(isBounded(column("CHECK ((slug ~ '^[a-z]+$'::text))"))).toBe(false);
  expect(isBounded(column("CHECK ((slug ~ '[a-z]{3}'::text))"))).toBe(false);
  expect(isBounded(column("CHECK ((slug ~ '^[a-z]{3,40}$'::text))"))).toBe(true);
  expect(isBounded(column("CHECK ((char_length(slugs) <= 40))"))).toBe(false);
});

test("the embedded service's table refuses metadata of one's own, whoever writes", async () => {
  await rules.scenario(async ({ system }) => {
    const insert = (column: string, value: string) =>
      system(
        `insert into storage.objects (bucket_id, name, ${column}) values ('jerseys', 'a/b.webp', $1)`,
        [value],
      );
    const { rows } = await system(
      "select octet_length('{\"withheld\": true}'::jsonb::text) as size",
    );
    expect(rows[0].size).toBeLessThan(100);
    await expect(
      insert("user_metadata", JSON.stringify({ a: "x".repeat(100) })),
    ).rejects.toMatchObject({ constraint: "objects_user_metadata_size" });
  });
});

test.each(["jerseys", "copies"])(
  "in a hosted project, which has no such constraint, a policy refuses them in %s",
  async (bucket) => {
    await rules.scenario(async ({ system, as }) => {
      await system("alter table storage.objects drop constraint objects_user_metadata_size");
      const name = (file: string) => `${rules.ids.stranger}/${file}.webp`;
      const insert = (file: string, metadata: object | null) =>
        as(
          "stranger",
          "insert into storage.objects (bucket_id, name, user_metadata) values ($1, $2, $3)",
          [bucket, name(file), metadata],
        );
      const large = { a: "x".repeat(5000) };
      const refusal = { code: "42501", message: expect.stringContaining("row-level security") };
      await expect(insert("a", large)).rejects.toMatchObject(refusal);
      await insert("b", null);
      await insert("c", {});
      if (bucket === "copies") return;
      const update = "update storage.objects set user_metadata = $2 where name = $1";
      await expect(as("stranger", update, [name("b"), large])).rejects.toMatchObject(refusal);
      expect((await as("stranger", update, [name("b"), {}])).rowCount).toBe(1);
    });
  },
);
