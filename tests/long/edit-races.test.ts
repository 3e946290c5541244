import pg from "pg";
import { expect, onTestFinished, test } from "vitest";

import { createRules, identity, type Persona } from "../rules/support/rules.ts";
import { addFiles, createFixture, publicUrl } from "../rules/support/fixture.ts";
import { figure } from "./support/figures.ts";

const RACES = Number(process.env.RACES ?? 20_000);
/** Answers that a race may have. Anything else is a fault: a deadlock, a lost connection. */
const EXPECTED = ["00000", "PT409", "PT400", "23514"];

const APPROVE = "select moderate_jersey($1, 'approved')";
const DELETE = `delete from jersey_images where id = (
  select id from jersey_images where jersey_id = $1 order by random() limit 1)`;
const ADD = "insert into jersey_images (jersey_id, url) values ($1, $2)";
const WRITE = "update jerseys set title = $2, description = $3 where id = $1";

/*
 * PostgreSQL 18.4 once crashed in memcmp(), comparing a uuid that was null, while an author updated a jersey and deleted
 * images of it and a reviewer approved it.
 */
test("an author's changes of texts and photos against approvals never break a connection", async () => {
  const rules = await createRules();
  onTestFinished(() => rules.close());
  const { approved, pending } = await createFixture(rules);
  await rules.system("update jerseys set author_id = $2 where id = $1", [
    pending,
    rules.ids.stranger,
  ]);
  // As many writes as this are refused otherwise.
  await rules.system("delete from private.write_limits");

  async function connect(persona: Persona): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: rules.url });
    await client.connect();
    onTestFinished(() => client.end());
    const [role, claims] = identity(persona, rules.ids);
    await client.query("select set_config('request.jwt.claims', $1, false)", [claims]);
    await client.query(`set role ${role}`);
    return client;
  }

  const codes: Record<string, number> = {};
  async function send(client: pg.Client, text: string, values: unknown[]): Promise<void> {
    const code = await client.query(text, values).then(
      () => "00000",
      (error: pg.DatabaseError) => error.code ?? error.message,
    );
    codes[code] = (codes[code] ?? 0) + 1;
  }

  async function race(persona: "owner" | "stranger", jersey: string): Promise<void> {
    const files = ["a.webp", "b.webp", "c.webp"];
    await addFiles(rules, rules.ids[persona], files);
    const [author, reviewer] = [await connect(persona), await connect("admin")];
    for (let turn = 0; turn < RACES / 2; turn += 1) {
      const url = publicUrl(rules.ids[persona], files[turn % 3]!);
      const changes: [string, unknown[]][] = [
        [WRITE, [jersey, `Maillot ${turn}`, turn % 5 ? `Laine ${turn}` : null]],
        [DELETE, [jersey]],
        [ADD, [jersey, url]],
      ];
      const write = async () => {
        for (const place of [0, 1, 2]) await send(author, ...changes[(place + turn) % 3]!);
      };
      await Promise.all([write(), send(reviewer, APPROVE, [jersey])]);
    }
  }
  await Promise.all([race("owner", approved), race("stranger", pending)]);

  figure(`edit races: ${RACES} races, answers ${JSON.stringify(codes)}`);
  expect(Object.keys(codes).filter((code) => !EXPECTED.includes(code))).toEqual([]);
  expect(codes["00000"]).toBeGreaterThan(RACES);
});
