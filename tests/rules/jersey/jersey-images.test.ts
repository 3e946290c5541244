import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { LICENCES } from "../../../app/shared/domain/rules/image-rules.ts";
import { MERGE } from "../support/merge.ts";
import { createRules, type Rules, type Scenario } from "../support/rules.ts";
import { decide, ownEdit, photosOf, shown, yes } from "../support/suggestions.ts";
import { addFiles, createFixture, publicUrl, type Fixture } from "../support/fixture.ts";

// Photos of jerseys: who adds, orders, replaces and deletes them, how many, and their rights.

let rules: Rules;
let fixture: Fixture;
/** The approved jersey's second photo. */
let second: string;

beforeAll(async () => {
  rules = await createRules(undefined, ["reviewer"]);
  fixture = await createFixture(rules);
  await addFiles(rules, rules.ids.owner, ["dos.webp", "vert.webp", "blanc.webp", "cadre.webp"]);
  await addFiles(rules, rules.ids.stranger, ["vert.webp"]);
  const { rows } = await rules.system(
    "insert into jersey_images (jersey_id, url, position) values ($1, $2, 1) returning id",
    [fixture.approved, url("dos")],
  );
  second = rows[0].id;
  await rules.system(
    `update jersey_images set alt = 'De face', likeness = repeat('01', 64)::bit(128),
       licence = 'CC-BY-SA-4.0', rights_stated = true where id = any ($1)`,
    [[fixture.image, fixture.pendingImage]],
  );
});
afterAll(() => rules.close());

const ADD =
  "insert into jersey_images (jersey_id, url, alt, position) values ($1, $2, 'Dos', 1) returning *";
const STATED = `insert into jersey_images (jersey_id, url, alt, licence, rights_stated, likeness)
  values ($1, $2, 'De face', $3, $4, repeat('01', 64)::bit(128)) returning *`;
const REMOVE = "delete from jersey_images where id = $1";
const ORDER = "select order_images($1, $2)";
const REPLACE = "select replace_image($1, $2) as id";

const url = (name: string, member: "owner" | "stranger" = "owner") =>
  publicUrl(rules.ids[member], `${name}.webp`);
const author = { visitor: "42501", owner: 1, stranger: "42501", admin: 1, reviewer: "42501" };
const ids = async (scenario: Scenario) =>
  (await photosOf(scenario, fixture.approved)).map(({ id }) => id);
/** Accepts what the author wants of the approved jersey. */
const accept = async (scenario: Scenario) =>
  decide(scenario, (await ownEdit(scenario, fixture.approved)).id, yes);

describe("an image", () => {
  it("is read with its jersey", async () => {
    const read = "select * from jersey_images where id = $1";
    const all = { visitor: 1, owner: 1, stranger: 1, admin: 1, reviewer: 1 };
    expect(await rules.everyone(read, [fixture.image])).toEqual(all);
    expect(await rules.everyone(read, [fixture.pendingImage])).toEqual({
      ...all,
      visitor: 0,
      stranger: 0,
    });
  });

  it("is added by the jersey's author and administrators, from the author's folder", async () => {
    expect(await rules.everyone(ADD, [fixture.approved, url("dos")])).toEqual(author);
    for (const address of [
      url("vert", "stranger"),
      "https://example.test/vert.webp",
      url("../x/vert"),
    ]) {
      const { owner } = await rules.everyone(ADD, [fixture.approved, address]);
      expect(owner).toMatch(/42501|23514/);
    }
  });

  it("is one of five, also for administrators and within one statement", () =>
    rules.scenario(async ({ as }) => {
      for (let count = 3; count <= 5; count += 1)
        await as("owner", ADD, [fixture.approved, url("dos")]);
      const many =
        "insert into jersey_images (jersey_id, url) select $1, $2 from generate_series(1, 5)";
      for (const [persona, text, jersey] of [
        ["owner", ADD, fixture.approved],
        ["admin", ADD, fixture.approved],
        ["owner", many, fixture.pending],
      ] as const) {
        await expect(as(persona, text, [jersey, url("dos")])).rejects.toMatchObject({
          code: "23514",
          message: "jersey_images_five_per_jersey",
        });
      }
    }));

  it("isn't counted with others of former members", () =>
    rules.scenario(async ({ as, system }) => {
      await system("alter table jersey_images disable trigger user");
      await system(
        `insert into jersey_images (jersey_id, url)
         select $1, format('/storage/v1/object/public/jerseys/%s/n.webp', gen_random_uuid()) from generate_series(1, 7)`,
        [fixture.approved],
      );
      await system("alter table jersey_images enable trigger user");
      expect((await as("owner", ADD, [fixture.approved, url("dos")])).rowCount).toBe(1);
    }));

  it("is changed by administrators, deleted by the author too, and stays with its jersey", async () => {
    const change = "update jersey_images set position = 3, alt = 'Face' where id = $1";
    const nobody = { visitor: "42501", owner: 0, stranger: 0, admin: 1, reviewer: 0 };
    expect(await rules.everyone(change, [fixture.image])).toEqual(nobody);
    expect(await rules.everyone(REMOVE, [fixture.pendingImage])).toEqual({ ...nobody, owner: 1 });
    // On an approved jersey its author suggests that.
    expect(await rules.everyone(REMOVE, [fixture.image])).toEqual(nobody);
    const move = "update jersey_images set jersey_id = $2 where id = $1";
    expect(
      new Set(Object.values(await rules.everyone(move, [fixture.image, fixture.pending]))),
    ).toEqual(new Set(["42501"]));
  });

  it("takes its file along when no other shows it", () =>
    rules.scenario(async ({ as, system }) => {
      const queued = async () => (await system("select from storage_deletions")).rowCount;
      // An approved jersey would keep its image until a reviewer decides.
      await system("update jerseys set status = 'pending' where id = $1", [fixture.approved]);
      await as("owner", ADD, [fixture.pending, url("vert")]);
      await as("owner", REMOVE, [fixture.image]);
      expect(await queued()).toBe(0);
      await as("owner", "delete from jersey_images where url = $1", [url("vert")]);
      expect(await queued()).toBe(1);
      await as("owner", ADD, [fixture.pending, url("vert")]);
      expect(await queued()).toBe(0);
      for (const text of [
        "select * from storage_deletions",
        "insert into storage_deletions (bucket_id, name) values ('jerseys', 'x')",
      ]) {
        for (const persona of ["visitor", "owner", "admin"] as const) {
          await expect(as(persona, text)).rejects.toMatchObject({ code: "42501" });
        }
      }
    }));

  it("of an approved jersey is removed and another one added by its author: both wait", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      await as("owner", REMOVE, [fixture.image]);
      await as("owner", "insert into jersey_images (jersey_id, url) values ($1, $2)", [
        fixture.approved,
        url("cadre"),
      ]);
      const { id } = await ownEdit(scenario, fixture.approved);
      expect((await shown(scenario, id)).pending).toHaveLength(2);
      await accept(scenario);
      expect((await photosOf(scenario, fixture.approved)).map((photo) => photo.url)).toEqual([
        url("cadre"),
        url("dos"),
      ]);
    }));
});

describe("the order of images", () => {
  it("is the author's and administrators', and waits where the jersey is approved", async () => {
    expect(await rules.everyone(ORDER, [fixture.approved, [second, fixture.image]])).toEqual(
      author,
    );
    await rules.scenario(async (scenario) => {
      await scenario.as("owner", ORDER, [fixture.approved, [second, fixture.image]]);
      expect(await ids(scenario)).toEqual([fixture.image, second]);
      expect(await ownEdit(scenario, fixture.approved)).toMatchObject({
        status: "open",
        kind: "edit",
      });
      await scenario.as("owner", ORDER, [fixture.approved, [fixture.image, second]]);
      expect(await ownEdit(scenario, fixture.approved)).toBeUndefined();
      await scenario.as("admin", ORDER, [fixture.approved, [second, fixture.image]]);
      expect(await ids(scenario)).toEqual([second, fixture.image]);
    });
  });

  it("of a rejected jersey is direct, and doesn't send it to review", () =>
    rules.scenario(async (scenario) => {
      await scenario.system("update jerseys set status = 'rejected' where id = $1", [
        fixture.approved,
      ]);
      await scenario.as("owner", ORDER, [fixture.approved, [second, fixture.image]]);
      const { rows } = await scenario.system(
        `select edited_at, array(select id from jersey_images where jersey_id = jerseys.id order by position) as ids
         from jerseys where id = $1`,
        [fixture.approved],
      );
      expect(rows).toEqual([{ edited_at: null, ids: [second, fixture.image] }]);
    }));

  it.each<[string, () => string[]]>([
    ["one too few", () => [second]],
    ["one twice", () => [second, second, fixture.image]],
    ["another jersey's", () => [second, fixture.image, fixture.pendingImage]],
    ["none", () => []],
  ])("contains exactly the jersey's: %s is refused", (_, images) =>
    rules.scenario((scenario) =>
      expect(scenario.as("owner", ORDER, [fixture.approved, images()])).rejects.toMatchObject({
        code: "PT409",
        message: "image_order_stale",
      }),
    ),
  );
});

describe("an image is replaced", () => {
  const imagesOf = async ({ system }: Scenario, jersey: string) =>
    (
      await system(
        `select url, alt, position, licence, rights_stated as stated, likeness::text, suggestion_id is null as public
         from jersey_images where jersey_id = $1 and position = 0 order by public desc`,
        [jersey],
      )
    ).rows;

  it("by its author only, in its place, with everything that was stated about it", async () => {
    const own = { ...author, admin: "42501" };
    for (const image of [fixture.pendingImage, fixture.image]) {
      expect(await rules.everyone(REPLACE, [image, url("cadre")])).toEqual(own);
    }
    await rules.scenario(async (scenario) => {
      const [before] = await imagesOf(scenario, fixture.pending);
      await scenario.as("owner", REPLACE, [fixture.pendingImage, url("cadre")]);
      expect(await imagesOf(scenario, fixture.pending)).toEqual([{ ...before, url: url("cadre") }]);
    });
  });

  it("on an approved jersey when that is accepted, keeping its place in an order that waits", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      const [before] = await imagesOf(scenario, fixture.approved);
      await as("owner", ORDER, [fixture.approved, [second, fixture.image]]);
      const { rows } = await as("owner", REPLACE, [fixture.image, url("cadre")]);
      expect(await imagesOf(scenario, fixture.approved)).toEqual([
        before,
        { ...before, url: url("cadre"), public: false },
      ]);
      expect(await ids(scenario)).toEqual([fixture.image, second]);
      await accept(scenario);
      expect(await ids(scenario)).toEqual([second, rows[0].id]);
      expect(await photosOf(scenario, fixture.approved)).toMatchObject([
        {},
        { url: url("cadre"), licence: "CC-BY-SA-4.0" },
      ]);
    }));

  it.each<[string, () => [string, string]]>([
    ["an image that is gone", () => [randomUUID(), url("cadre")]],
    ["a file of somebody else", () => [fixture.image, url("vert", "stranger")]],
    ["another address", () => [fixture.image, "https://example.org/x.webp"]],
  ])("not for %s: everything stays", (_, values) =>
    rules.scenario(async (scenario) => {
      const before = await imagesOf(scenario, fixture.approved);
      expect(await scenario.outcome("owner", REPLACE, values())).toMatch(/^(42501|23514)$/);
      expect(await imagesOf(scenario, fixture.approved)).toEqual(before);
    }),
  );

  it("not where it is another member's, on one's own jersey", () =>
    rules.scenario(async ({ system, outcome }) => {
      await system("update jersey_images set url = $1 where id = $2", [
        url("vert", "stranger"),
        fixture.image,
      ]);
      for (const persona of ["owner", "stranger", "admin"] as const) {
        expect(await outcome(persona, REPLACE, [fixture.image, url("cadre")])).toBe("42501");
      }
    }));
});

describe("the rights in a photo", () => {
  const rights = async ({ system }: Scenario, name: string) =>
    (
      await system(
        "select licence, rights_stated, contributor_id from jersey_images where url = $1",
        [url(name)],
      )
    ).rows;
  const free = () => ({
    licence: "CC-BY-SA-4.0",
    rights_stated: true,
    contributor_id: rules.ids.owner,
  });

  it("are what its contributor chose; nothing is promised where nothing is stated", () =>
    rules.scenario(async ({ as }) => {
      const { rows } = await as("owner", ADD, [fixture.pending, url("dos")]);
      const nothing = { licence: "shown-here-only", rights_stated: false };
      expect(rows).toMatchObject([{ ...nothing, contributor_id: rules.ids.owner }]);
      for (const licence of LICENCES) {
        const given = await as("owner", STATED, [fixture.pending, url("dos"), licence, true]);
        expect(given.rows).toMatchObject([{ licence, rights_stated: true }]);
      }
      for (const [licence, stated, constraint] of [
        ["MIT", true, "jersey_images_licence_known"],
        ["CC-BY-SA-4.0", false, "jersey_images_licence_stated"],
      ]) {
        await expect(
          as("owner", STATED, [fixture.pending, url("dos"), licence, stated]),
        ).rejects.toMatchObject({
          code: "23514",
          constraint,
        });
      }
    }));

  it("are changed by administrators, and nobody is credited by choice", async () => {
    const change = "update jersey_images set licence = 'shown-here-only' where id = $1";
    const nobody = { visitor: "42501", owner: 0, stranger: 0, reviewer: 0 };
    expect(await rules.everyone(change, [fixture.image])).toEqual({ ...nobody, admin: 1 });
    const add = "insert into jersey_images (jersey_id, url, contributor_id) values ($1, $2, $3)";
    const credited = await rules.everyone(add, [fixture.pending, url("dos"), rules.ids.stranger]);
    expect(new Set(Object.values(credited))).toEqual(new Set(["42501"]));
  });

  it.each<[string, string, (scenario: Scenario) => Promise<unknown>, object?]>([
    [
      "it is removed and added again",
      "vert",
      async (scenario) => {
        await scenario.as("owner", REMOVE, [fixture.image]);
        expect(await rights(scenario, "vert")).toEqual([free()]);
        await scenario.as("owner", STATED, [fixture.approved, url("vert"), "CC-BY-SA-4.0", true]);
        await accept(scenario);
      },
    ],
    [
      "it is added by an edit that is accepted",
      "cadre",
      async (scenario) => {
        await scenario.as("owner", STATED, [fixture.approved, url("cadre"), "CC-BY-SA-4.0", true]);
        await accept(scenario);
      },
    ],
    [
      "its jersey is merged into another member's",
      "vert",
      async ({ as, system }) => {
        await system("update jerseys set author_id = $2, status = 'approved' where id = $1", [
          fixture.pending,
          rules.ids.stranger,
        ]);
        await as("admin", MERGE, [fixture.approved, fixture.pending]);
      },
    ],
    [
      "its contributor's account is deleted, without the name",
      "vert",
      ({ system }) => system("delete from auth.users where id = $1", [rules.ids.owner]),
      { contributor_id: null },
    ],
  ])("stay when %s", (_, name, happen, but = {}) =>
    rules.scenario(async (scenario) => {
      await happen(scenario);
      expect(await rights(scenario, name)).toEqual([{ ...free(), ...but }]);
    }),
  );

  it("of an approved photo are another photo's if they change", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      await as("owner", REMOVE, [fixture.image]);
      await as("owner", STATED, [fixture.approved, url("vert"), "shown-here-only", false]);
      const [public_] = await photosOf(scenario, fixture.approved);
      expect(public_).toMatchObject({ url: url("vert"), licence: "CC-BY-SA-4.0" });
      const { id } = await ownEdit(scenario, fixture.approved);
      expect((await shown(scenario, id)).pending).toHaveLength(2);
    }));
});
