import { afterAll, beforeAll, expect, test } from "vitest";
import sharp from "sharp";

import { startBackendFixture, type BackendFixture } from "../support/backend-fixture.ts";

let fixture: BackendFixture;
let author: Awaited<ReturnType<BackendFixture["account"]>>;
let ids: { competition: string; season: string };

beforeAll(async () => {
  fixture = await startBackendFixture();
  author = await fixture.account("auteur");
  const made = async (text: string) => (await fixture.sql(`${text} returning id`)).rows[0].id;
  ids = {
    competition: await made("insert into competitions (league, name) values ('NBA', 'NBA')"),
    season: await made("insert into seasons (code, name) values ('2024-25', '2024-2025')"),
  };
});
afterAll(() => fixture.close());

const jerseys = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    league: "NBA",
    competition_id: ids.competition,
    season_id: ids.season,
    team: "Bulls",
    title: `Maillot ${n}`,
  }));

const insert = (token: string, count: number) =>
  fixture.get("/jerseys", {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(jerseys(count)),
  });

test("four hundred jerseys in one request are refused, and none is stored", async () => {
  const answer = await insert(author.token, 400);
  expect(answer.status).toBe(429);
  expect(await answer.json()).toMatchObject({ code: "PT429", message: "jerseys_too_many" });
  expect((await fixture.sql("select from jerseys")).rowCount).toBe(0);
});

test("parallel requests share the limit; the answer says how long to wait", async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => insert(author.token, 1)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(10);
  for (const { headers } of refused) {
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(60);
  }
  const { error, status } = await author.client.from("jerseys").insert(jerseys(1));
  expect(status).toBe(429);
  expect(error?.hint).toMatch(/^Retry after \d+ seconds\.$/);
});

test("the service key has no limit", async () => {
  const rows = jerseys(120).map((row) => ({ ...row, author_id: author.id }));
  expect((await fixture.service.from("jerseys").insert(rows)).error).toBeNull();
});

test("uploads are refused by number and by quota before their content is read", async () => {
  const member = await fixture.account("photographe");
  const image = await sharp({
    create: { width: 400, height: 400, channels: 3, background: "#123456" },
  })
    .webp()
    .toBuffer();
  let count = 0;
  const upload = () =>
    fetch(`${fixture.url}/storage/v1/object/jerseys/${member.id}/${(count += 1)}.webp`, {
      method: "POST",
      headers: { authorization: `Bearer ${member.token}`, "content-type": "image/webp" },
      body: image,
    });
  expect((await upload()).status).toBe(200);
  const { rows } = await fixture.sql(
    "select kind, amount::int from private.writes where member_id = $1 order by kind",
    [member.id],
  );
  // What is stored counts: it was written anew.
  const stored = await fixture.sql(
    "select (metadata ->> 'size')::int as size from storage.objects where name like $1",
    [`${member.id}/%`],
  );
  expect(rows).toEqual([
    { kind: "upload_bytes", amount: stored.rows[0].size },
    { kind: "uploads", amount: 1 },
  ]);
  await fixture.sql("update private.writes set amount = 200 where kind = 'uploads'");
  const refused = await upload();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(60);
  expect(await refused.json()).toMatchObject({ message: "uploads_too_many" });

  await fixture.sql("delete from private.writes where kind = 'uploads'");
  await fixture.sql(
    "update storage.objects set metadata = metadata || '{\"size\": 1073741824}' where name like $1",
    [`${member.id}/%`],
  );
  const full = await upload();
  expect(full.status).toBe(400);
  expect(await full.json()).toMatchObject({ statusCode: "413", code: "uploads_full" });
  const admin = await fixture.account("chef");
  await fixture.sql("insert into user_roles (user_id, role) values ($1, 'admin')", [admin.id]);
  const jersey = await admin.client.storage
    .from("jerseys")
    .upload(`${member.id}/admin.webp`, image, { contentType: "image/webp" });
  expect(jersey.error).toBeNull();
});
