import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

import { startBackendFixture, type BackendFixture } from "./fixture.ts";

/** Names that PostgreSQL accepts in quotes and that have a meaning in the query's grammar. */
const COLUMNS = [
  'a"b',
  "c,d",
  "e.f",
  "g(h)",
  "i->j",
  "k:l",
  "m::n",
  " o ",
  "select",
  "\\",
  "'; drop table clubs; --",
  "or",
  "limit",
  "é日💥",
  "!inner",
];
const TABLE = `we"ird, (name) \\ é; --`;

const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`;
const quoted = (name: string) => `"${name.replaceAll(/["\\]/g, "\\$&")}"`;
const table = (name = TABLE) => fixture.anon.from(encodeURIComponent(name));

let fixture: BackendFixture;
beforeAll(async () => {
  fixture = await startBackendFixture();
  const columns = COLUMNS.map((name) => `${identifier(name)} text`);
  await fixture.sql(`create table ${identifier(TABLE)} (id int primary key, ${columns.join()})`);
});
afterAll(() => fixture.close());

test("names with any characters can be read, filtered, ordered and written", async () => {
  for (const [id, name] of COLUMNS.entries()) {
    const value = `${name}, "x"`;
    const made = await table()
      .insert({ id, [name]: value })
      .select();
    expect(made).toMatchObject({ status: 201, data: [{ id, [name]: value }] });
    const { data, error } = await table()
      .select(`alias:${quoted(name)}`)
      .or(`${quoted(name)}.eq.${quoted(value)},id.lt.0`)
      .order(quoted(name), { ascending: false });
    expect({ name, data, error }).toEqual({ name, data: [{ alias: value }], error: null });
    const changed = await table()
      .update({ [name]: "changed" })
      .eq("id", id)
      .select(quoted(name));
    expect(changed.data).toEqual([{ [name]: "changed" }]);
    const removed = await table().delete().eq(quoted(name), "changed").select("id");
    expect(removed.data).toEqual([{ id }]);
  }
});

/** Pieces of SQL and of the grammar; no answer may show that they were interpreted. */
const pieces = fc.constantFrom(
  ..."' '' \" \\ ; -- /* */ ) ( , . : :: -> ->> ! ... * % $1 $$ { } é 💥 \u202e".split(" "),
  ..."drop_table union pg_sleep(9) null id name clubs secret auth.users pg_catalog".split(" "),
  "\0",
  " ",
);
const hostile = fc.array(pieces, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(""));

/** What a refusal must never contain: the statement, or a server error. */
function leak(answer: { status: number; error: object | null }): string | undefined {
  if (answer.error === null) return undefined;
  const errorText = JSON.stringify(answer.error);
  // Words of the backend's statements that are not among the pieces.
  const shown =
    /\b(lateral|json_agg|row_to_json|set_config|coalesce|returning|where)\b|\.ts\b|node_modules/i;
  return answer.status >= 500 || shown.test(errorText)
    ? `${answer.status} ${errorText}`
    : undefined;
}

test("hostile names of tables, columns, functions and relations are unknown names", async () => {
  await fc.assert(
    fc.asyncProperty(hostile, hostile, async (name, other) => {
      const answers = await Promise.all([
        table(name).select(),
        table("clubs").select(quoted(name)),
        table("clubs").select(`id, ${quoted(name)}!${quoted(other)}(${quoted(other)})`),
        table("clubs")
          .select(`${quoted(name)}:id, x:info->${quoted(other)}`)
          .limit(1),
        table("clubs").select("id").order(quoted(name)),
        table("clubs").select("id").eq(quoted(name), other),
        table("clubs").select(name).eq(other, name).or(other),
        table("clubs").select("id, fans(id)").limit(1, { referencedTable: name }),
        table("clubs").select(`id::${name}`).limit(1),
        table("fans").insert({ [name]: other } as object),
        table("fans").upsert({ id: 1, name: "Ana" }, { onConflict: quoted(name) }),
        table("fans")
          .update({ [name]: other })
          .eq("id", -1),
        table("fans").delete().eq("id", -1).filter(quoted(name), other, name),
        fixture.anon.rpc(encodeURIComponent(name), { [other]: 1 }),
        fixture.anon.rpc("add", { a: 1, [name]: other }, { get: true }),
        fixture.anon.schema(encodeURIComponent(name)).from("clubs").select(),
      ]);
      expect(answers.map(leak).filter(Boolean)).toEqual([]);
    }),
    { numRuns: 25 },
  );
  const { rows } = await fixture.sql("select count(*)::int as fans from fans where name <> ''");
  expect(rows).toEqual([{ fans: 3 }]);
});

test("hostile values are stored, returned and found unchanged", async () => {
  const { client, id } = await fixture.member();
  const text = hostile.filter((value) => !value.includes("\0"));
  await fc.assert(
    fc.asyncProperty(text, async (body) => {
      const { data, error } = await client.from("notes").insert({ body }).select("id");
      expect(error).toBeNull();
      const found = await client
        .from("notes")
        .select("body, owner")
        .eq("id", data![0]!.id)
        .or(`body.eq.${quoted(body)}`);
      expect(found.data).toEqual([{ body, owner: id }]);
    }),
    { numRuns: 25 },
  );
  const { status, error } = await client.from("notes").insert({ body: "a\0b" });
  expect({ status, leak: leak({ status, error }) }).toEqual({ status: 400, leak: undefined });
});
