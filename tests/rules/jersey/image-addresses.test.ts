import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from "vitest";

import { createRules, type Rules } from "../support/rules.ts";
import { addFiles, createFixture, publicUrl, type Fixture } from "../support/fixture.ts";

let rules: Rules;
let fixture: Fixture;

beforeAll(async () => {
  rules = await createRules();
  fixture = await createFixture(rules);
  await addFiles(rules, rules.ids.owner, ["b.png", "two words.png", "vert.webp"]);
  await addFiles(rules, rules.ids.stranger, ["b.png"]);
});
afterAll(() => rules.close());

const ADD = "insert into jersey_images (jersey_id, url) values ($1, $2) returning url, path";
const PUBLIC = "/storage/v1/object/public/jerseys";
const own = (rest: string) => `${PUBLIC}/${rules.ids.owner}/${rest}`;

/** What an addition comes to: the rule that refused it, the code of another error, or 1. */
function adding(url: string, persona: "owner" | "stranger" | "admin" = "owner") {
  return rules.scenario(({ as }) =>
    as(persona, ADD, [fixture.pending, url]).then(
      ({ rowCount }) => rowCount,
      ({ constraint, code, message }: pg.DatabaseError) =>
        constraint ?? (/^jersey_images_\w+$/.test(message) ? message : code),
    ),
  );
}

describe("an image names", () => {
  it.each([
    ["a file of the author's folder", () => own("b.png")],
    ["it with the site's own host", () => `http://127.0.0.1:3000${own("b.png")}`],
    ["it with a space", () => own("two%20words.png")],
  ])("%s", async (_, url) => {
    expect(await adding(url())).toBe(1);
    expect(await adding(url(), "admin")).toBe(1);
    expect(await adding(url(), "stranger")).toBe("42501");
  });

  it.each([
    ["a double slash", () => own("/b.png")],
    ["a double slash before the folder", () => `${PUBLIC}//${rules.ids.owner}/b.png`],
    ["a folder that stays", () => own("%2e/b.png")],
    ["an escaped letter", () => own("%62.png")],
    ["an escaped slash", () => own("%2Fb.png")],
    ["a backslash", () => own("\\b.png")],
    ["an accent", () => own("é.png")],
    ["a slash at the end", () => own("b.png/")],
    ["no file", () => `${PUBLIC}/${rules.ids.owner}`.replace(rules.ids.owner, "")],
    ["the address in a query", () => `http://127.0.0.1:3000/?${own("b.png")}`],
    ["the address behind a folder", () => `/elsewhere${own("b.png")}`],
    ["another host without a protocol", () => `//evil.example${own("b.png")}`],
    ["another bucket", () => own("b.png").replace("/jerseys/", "/others/")],
  ])("nothing by %s", async (_, url) => {
    for (const persona of ["owner", "admin"] as const) {
      expect(await adding(url(), persona)).toMatch(/^jersey_images_url_(file|format)$/);
    }
  });

  it("no file that is missing, whoever adds it", async () => {
    expect(await adding(own("missing.png"))).toBe("jersey_images_url_stored");
    expect(await adding(own("missing.png"), "admin")).toBe("jersey_images_url_stored");
  });

  it("no empty file, such as the renamed placeholder of a folder", () =>
    rules.scenario(async ({ as, outcome, system }) => {
      await system("update storage.objects set metadata = $2 where name = $1", [
        `${rules.ids.owner}/b.png`,
        { size: 0, mimetype: "image/png" },
      ]);
      for (const persona of ["owner", "admin"] as const) {
        expect(await outcome(persona, ADD, [fixture.pending, own("b.png")])).toBe("23514");
      }
      await system("update storage.objects set metadata = '{\"size\": 70}'");
      expect((await as("owner", ADD, [fixture.pending, own("b.png")])).rowCount).toBe(1);
    }));

  it("no file of another member, and doesn't tell whether there is one", async () => {
    for (const name of ["b.png", "missing.png"]) {
      expect(await adding(publicUrl(rules.ids.stranger, name))).toBe("42501");
    }
  });

  it.each([
    "https://evil.example",
    "http://127.0.0.1.evil.example",
    "https://127.0.0.1@evil.example",
  ])("nothing on %s", async (host) => {
    for (const persona of ["owner", "admin"] as const) {
      expect(await adding(`${host}${own("b.png")}`, persona)).toBe("jersey_images_url_host");
    }
  });

  it("of a public site the address of its token's issuer only", () =>
    rules.scenario(async ({ system }) => {
      const claims = {
        role: "authenticated",
        sub: rules.ids.owner,
        iss: "https://site.example/auth/v1",
      };
      const add = async (host: string) => {
        await system("savepoint addition");
        await system(
          "select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)",
          [JSON.stringify(claims)],
        );
        const result = await system(ADD, [fixture.pending, host + own("b.png")]).then(
          ({ rows }) => rows[0].url,
          ({ message }: pg.DatabaseError) => message,
        );
        await system("rollback to savepoint addition");
        return result;
      };
      expect(await add("https://site.example")).toBe(`https://site.example${own("b.png")}`);
      expect(await add("")).toBe(own("b.png"));
      for (const host of [
        "http://site.example",
        "https://other.example",
        "http://localhost:3000",
      ]) {
        expect(await add(host)).toBe("jersey_images_url_host");
      }
    }));

  it("another file only by an administrator's change, to a file that exists", async () => {
    const change = (url: string) =>
      rules.everyone("update jersey_images set url = $2 where id = $1", [fixture.image, url]);
    expect(await change(own("b.png"))).toMatchObject({ owner: 0, stranger: 0, admin: 1 });
    expect(await change(own("missing.png"))).toMatchObject({ owner: 0, admin: "23514" });
    expect(await change(`https://evil.example${own("b.png")}`)).toMatchObject({ admin: "23514" });
  });
});

describe("the name of a file that a jersey shows", () => {
  const UPLOAD = "insert into storage.objects (bucket_id, name) values ('jerseys', $1)";
  const UPSERT = `${UPLOAD} on conflict (bucket_id, name) do update set metadata = '{}'`;
  const MOVE = "update storage.objects set name = $1 where name like '%/two words.png'";

  // `blanc.webp` is shown, and its file is missing.
  it.each([
    ["uploaded", UPLOAD],
    ["uploaded over it", UPSERT],
    ["moved to it", MOVE],
  ])("isn't taken by a file %s, if its own is missing", async (_, text) => {
    const outcomes = await rules.everyone(text, [`${rules.ids.owner}/blanc.webp`]);
    expect(outcomes).toMatchObject({ owner: "42501", admin: 1 });
  });

  it("is a duplicate while its file is there, and the file isn't replaced", async () => {
    const name = `${rules.ids.owner}/vert.webp`;
    expect(await rules.everyone(UPLOAD, [name])).toMatchObject({ owner: "23505" });
    expect(await rules.everyone(UPSERT, [name])).toMatchObject({ owner: "42501" });
  });

  it("is free again when no jersey shows it", () =>
    rules.scenario(async ({ as, outcome, system }) => {
      await as("owner", "delete from jersey_images where id = $1", [fixture.pendingImage]);
      await system("delete from storage_deletions");
      expect(await outcome("owner", UPLOAD, [`${rules.ids.owner}/blanc.webp`])).toBe(1);
    }));
});

test("a replacement that waits for an image's row finds the file in use", async () => {
  const connected = async () => {
    const client = new pg.Client({ connectionString: rules.url });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query("begin");
    await client.query(
      "select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)",
      [JSON.stringify({ role: "authenticated", sub: rules.ids.owner })],
    );
    return client;
  };
  const [adds, replaces] = [await connected(), await connected()];
  await adds.query(ADD, [fixture.pending, own("two%20words.png")]);
  const replacement = replaces.query(
    `insert into storage.objects (bucket_id, name) values ('jerseys', $1)
     on conflict (bucket_id, name) do update set metadata = '{}'`,
    [`${rules.ids.owner}/two words.png`],
  );
  replacement.catch(() => {});
  await expect
    .poll(async () => (await rules.system("select from pg_locks where not granted")).rowCount)
    .toBe(1);
  await adds.query("commit");
  await expect(replacement).rejects.toMatchObject({ code: "42501" });
  await replaces.query("rollback");
});
