import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createRules, type Rules } from "../support/rules.ts";
import { createFixture } from "../support/fixture.ts";

let rules: Rules;

beforeAll(async () => {
  rules = await createRules();
  await createFixture(rules);
  const add = "insert into storage.objects (bucket_id, name) values ('jerseys', $1)";
  for (const name of ["vert.webp", "libre.webp"]) {
    await rules.system(add, [`${rules.ids.owner}/${name}`]);
  }
});
afterAll(() => rules.close());

const UPLOAD = "insert into storage.objects (bucket_id, name) values ($1, $2)";

describe("bucket jerseys", () => {
  it("is public and accepts images up to 10 MB", async () => {
    const { rows } = await rules.system("select * from storage.buckets where id = 'jerseys'");
    expect(rows).toMatchObject([
      {
        public: true,
        file_size_limit: "10485760",
        allowed_mime_types: ["image/jpeg", "image/png", "image/webp", "image/avif", "image/gif"],
      },
    ]);
  });

  it("lists a member's own files to the member, all files to administrators", async () => {
    expect(await rules.everyone("select * from storage.objects")).toEqual({
      visitor: 0,
      owner: 2,
      stranger: 0,
      admin: 2,
    });
  });

  it("accepts files in one's own folder", async () => {
    const name = `${rules.ids.owner}/nouveau.webp`;
    expect(await rules.everyone(UPLOAD, ["jerseys", name])).toEqual({
      visitor: "42501",
      owner: 1,
      stranger: "42501",
      admin: 1,
    });
  });

  it.each(["nouveau.webp", "autre/nouveau.webp"])(
    "accepts %s from administrators only",
    async (name) => {
      expect(await rules.everyone(UPLOAD, ["jerseys", name])).toEqual({
        visitor: "42501",
        owner: "42501",
        stranger: "42501",
        admin: 1,
      });
    },
  );

  it("is the only bucket", () =>
    rules.scenario(async ({ outcome, system }) => {
      await system("insert into storage.buckets (id, name) values ('autre', 'autre')");
      const name = `${rules.ids.owner}/nouveau.webp`;
      expect(await outcome("owner", UPLOAD, ["autre", name])).toBe("42501");
      expect(await outcome("admin", UPLOAD, ["autre", name])).toBe("42501");
    }));

  it.each([
    ["replaced", "update storage.objects set metadata = '{}' where name = $1"],
    ["deleted", "delete from storage.objects where name = $1"],
  ])("an unused file is %s by its member and administrators", async (_, text) => {
    const outcomes = await asService(text, "libre.webp");
    expect(outcomes).toEqual({ visitor: 0, owner: 1, stranger: 0, admin: 1 });
  });

  it.each([
    ["replaced", "update storage.objects set metadata = '{}' where name = $1"],
    ["deleted", "delete from storage.objects where name = $1"],
  ])("a file that a jersey shows is %s by administrators only", async (_, text) => {
    const outcomes = await asService(text, "vert.webp");
    expect(outcomes).toEqual({ visitor: 0, owner: 0, stranger: 0, admin: 1 });
  });

  it("a file can't move to another member's folder", async () => {
    const move = "update storage.objects set name = $1 where name like '%libre.webp'";
    const outcomes = await rules.everyone(move, [`${rules.ids.stranger}/libre.webp`]);
    expect(outcomes).toEqual({ visitor: 0, owner: "42501", stranger: 0, admin: 1 });
  });
});

/** Acts as the storage service: only it may delete rows, and identifies itself by a setting. */
async function asService(text: string, file: string) {
  await rules.system("set storage.allow_delete_query = 'true'");
  return rules.everyone(text, [`${rules.ids.owner}/${file}`]);
}
