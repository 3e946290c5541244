import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createRules, identity, type Rules, type Scenario } from "./support/rules.ts";
import { addFiles, createWorld, publicUrl, type World } from "./support/world.ts";

let rules: Rules;
let world: World;

beforeAll(async () => {
  rules = await createRules();
  world = await createWorld(rules);
  await addFiles(rules, rules.ids.owner, [
    "ivoire.webp",
    "a.webp",
    "b.webp",
    "vert.webp",
    "blanc.webp",
    "blanc.webp2",
    "vert.webp2",
  ]);
});
afterAll(() => rules.close());

const DECIDE = "select * from moderate_jersey(jersey_id => $1, decision => $2, note => $3)";
const OVERRULE = DECIDE.replace("$3", "$3, overrule => true");
const CHANGES = "select * from jersey_changes($1)";

const EDIT = "update jerseys set title = $2 where id = $1";

describe("moderate_jersey", () => {
  it("is for administrators", async () => {
    expect(await rules.everyone(DECIDE, [world.pending, "approved", null])).toEqual({
      visitor: "42501",
      owner: "42501",
      stranger: "42501",
      admin: 1,
    });
  });

  it("publishes an approved jersey", () =>
    rules.scenario(async ({ as, outcome }) => {
      const { rows } = await as("admin", DECIDE, [world.pending, "approved", null]);
      expect(rows).toMatchObject([
        {
          id: world.pending,
          status: "approved",
          moderation_note: null,
          moderated_by: rules.ids.admin,
          moderated_at: expect.any(Date),
        },
      ]);
      expect(await outcome("visitor", "select * from jerseys where id = $1", [world.pending])).toBe(
        1,
      );
    }));

  it("tells the author the reason of a rejection", () =>
    rules.scenario(async ({ as }) => {
      await as("admin", DECIDE, [world.pending, "rejected", "  Photo floue "]);
      const { rows } = await as(
        "owner",
        "select status, moderation_note from jerseys where id = $1",
        [world.pending],
      );
      expect(rows).toEqual([{ status: "rejected", moderation_note: "Photo floue" }]);
    }));

  it.each([
    ["no note", "rejected", " ", { code: "PT400", message: "moderation_note_required" }],
    [
      "no known decision",
      "deleted",
      "x",
      { code: "PT400", message: "moderation_decision_unknown" },
    ],
    ["no decision", null, "x", { code: "PT400", message: "moderation_decision_unknown" }],
    ["a note too long", "rejected", "x".repeat(1001), { code: "23514" }],
  ])("refuses %s", (_, decision, note, error) =>
    rules.scenario(({ as }) =>
      expect(as("admin", DECIDE, [world.pending, decision, note])).rejects.toMatchObject(error),
    ),
  );

  describe("told what the administrator has seen,", () => {
    const SEEN =
      "select status from moderate_jersey(jersey_id => $1, decision => 'approved', seen => $2)";
    const TEXTS = { edition: null, description: null, external_link: null };
    const versions = async ({ as }: Scenario, jersey: string): Promise<string[]> =>
      (
        await as(
          "admin",
          "select version from jersey_images where jersey_id = $1 order by position, id",
          [jersey],
        )
      ).rows.map(({ version }) => version);

    it.each([
      ["a text", "update jerseys set external_link = 'https://piege.example/' where id = $1"],
      ["an image less", "delete from jersey_images where jersey_id = $1"],
      [
        "an image more",
        `insert into jersey_images (jersey_id, url, position)
         select jersey_id, url || '2', 9 from jersey_images where jersey_id = $1`,
      ],
    ])("doesn't decide on a version with %s", (_, change) =>
      rules.scenario(async (scenario) => {
        const { as, outcome } = scenario;
        for (const [jersey, title] of [
          [world.pending, "Maillot blanc"],
          [world.approved, "Maillot vert"],
        ] as const) {
          const seen = {
            ...TEXTS,
            title: `${title} 1976`,
            images: await versions(scenario, jersey),
          };
          await as("owner", EDIT, [jersey, seen.title]);
          await as("owner", change, [jersey]);
          await expect(as("admin", SEEN, [jersey, seen])).rejects.toMatchObject({
            code: "PT409",
            message: "jersey_changed_meanwhile",
          });
          expect(
            await outcome("visitor", "select from jerseys where title = $1", [seen.title]),
          ).toBe(0);
        }
      }),
    );

    it.each([
      ["a pending jersey", () => world.pending],
      ["an edit", () => world.approved],
    ])("doesn't decide on %s whose image was added again under its id", (_, jerseyOf) =>
      rules.scenario(async (scenario) => {
        const { as } = scenario;
        const jersey = jerseyOf();
        const id = randomUUID();
        const add = (name: string, alt: string) =>
          as(
            "owner",
            "insert into jersey_images (id, jersey_id, url, alt, position) values ($1, $2, $3, $4, 5)",
            [id, jersey, publicUrl(rules.ids.owner, name), alt],
          );
        await add("a.webp", "Un maillot");
        const { rows } = await as("admin", "select title from jerseys where id = $1", [jersey]);
        const seen = { ...TEXTS, ...rows[0], images: await versions(scenario, jersey) };
        expect(seen.images).toHaveLength(2);
        for (const [name, alt] of [
          ["b.webp", "Un maillot"],
          ["a.webp", "Une publicité"],
          // The author may have replaced the file while no jersey showed it.
          ["a.webp", "Un maillot"],
        ] as const) {
          await as("owner", "delete from jersey_images where id = $1", [id]);
          await add(name, alt);
          await expect(as("admin", SEEN, [jersey, seen])).rejects.toMatchObject({
            message: "jersey_changed_meanwhile",
          });
        }
        const images = await versions(scenario, jersey);
        expect((await as("admin", SEEN, [jersey, { ...seen, images }])).rowCount).toBe(1);
      }),
    );

    it("decides on an edit that takes an image away and brings it back", () =>
      rules.scenario(async (scenario) => {
        const { as } = scenario;
        const images = await versions(scenario, world.approved);
        const seen = { ...TEXTS, title: "Maillot vert 1976", images };
        await as("owner", EDIT, [world.approved, seen.title]);
        const { rows } = await as("owner", "delete from jersey_images where id = $1 returning *", [
          world.image,
        ]);
        await as("owner", "insert into jersey_images (id, jersey_id, url) values ($1, $2, $3)", [
          world.image,
          world.approved,
          rows[0].url,
        ]);
        expect((await as("admin", SEEN, [world.approved, seen])).rowCount).toBe(1);
      }));

    it("decides on that version", () =>
      rules.scenario(async (scenario) => {
        const { as } = scenario;
        for (const [jersey, title] of [
          [world.pending, "Maillot blanc"],
          [world.approved, "Maillot vert"],
        ] as const) {
          const images = await versions(scenario, jersey);
          const seen = { ...TEXTS, title: `${title} 1976`, images };
          await as("owner", EDIT, [jersey, seen.title]);
          expect((await as("admin", SEEN, [jersey, seen])).rows).toEqual([{ status: "approved" }]);
        }
      }));
  });

  it("reports a deleted jersey", () =>
    rules.scenario(({ as }) =>
      expect(as("admin", DECIDE, [world.comment, "approved", null])).rejects.toMatchObject({
        code: "PT404",
        message: "jersey_not_found",
      }),
    ));

  it("tells the second administrator the first one's decision", () =>
    rules.scenario(async ({ as }) => {
      await as("admin", DECIDE, [world.pending, "rejected", "Photo floue"]);
      const error = await as("admin", DECIDE, [world.pending, "approved", null]).catch(
        (reason: pg.DatabaseError) => reason,
      );
      expect(error).toMatchObject({ code: "PT409", message: "jersey_already_decided" });
      expect(JSON.parse((error as pg.DatabaseError).detail!)).toEqual({
        status: "rejected",
        moderation_note: "Photo floue",
        moderated_by: rules.ids.admin,
        moderated_at: expect.any(String),
        moderator: "admin",
      });
    }));

  it("accepts one of two simultaneous decisions", async () => {
    const connect = async () => {
      const client = new pg.Client({ connectionString: rules.url });
      await client.connect();
      const claims = identity("admin", rules.ids);
      await client.query(
        "select set_config('role', $1, false), set_config('request.jwt.claims', $2, false)",
        claims,
      );
      return client;
    };
    const [first, second] = await Promise.all([connect(), connect()]);
    await first.query("begin");
    await first.query(DECIDE, [world.pending, "approved", null]);
    const late = second.query(DECIDE, [world.pending, "rejected", "Non"]).catch((error) => error);
    await first.query("commit");
    expect(await late).toMatchObject({ code: "PT409" });
    await Promise.all([first.end(), second.end()]);
    await rules.system("update jerseys set status = 'pending', moderated_at = null where id = $1", [
      world.pending,
    ]);
  });

  it("reverses a decision only when told to overrule", () =>
    rules.scenario(async ({ as, outcome }) => {
      await as("admin", DECIDE, [world.pending, "approved", null]);
      await as("admin", OVERRULE, [world.pending, "rejected", "Doublon"]);
      expect(await outcome("visitor", "select * from jerseys where id = $1", [world.pending])).toBe(
        0,
      );
      await as("admin", OVERRULE, [world.pending, "approved", null]);
      expect(await outcome("visitor", "select * from jerseys where id = $1", [world.pending])).toBe(
        1,
      );
    }));
});

describe("an author's edit", () => {
  const QUEUE =
    "select id from jerseys where id = $1 and (status = 'pending' or edited_at is not null)";

  it("after approval leaves it public and enters the queue with the difference", () =>
    rules.scenario(async ({ as, outcome }) => {
      await as("admin", DECIDE, [world.pending, "approved", null]);
      expect(await outcome("admin", QUEUE, [world.pending])).toBe(0);

      await as("owner", EDIT, [world.pending, "Maillot crème"]);
      await as("owner", EDIT, [world.pending, "Maillot ivoire"]);
      await as("owner", "update jerseys set edition = 'Coupe' where id = $1", [world.pending]);
      await as("owner", "delete from jersey_images where id = $1", [world.pendingImage]);
      const url = publicUrl(rules.ids.owner, "ivoire.webp");
      await as("owner", "insert into jersey_images (jersey_id, url) values ($1, $2)", [
        world.pending,
        url,
      ]);

      expect(await outcome("visitor", "select * from jerseys where id = $1", [world.pending])).toBe(
        1,
      );
      expect(await outcome("admin", QUEUE, [world.pending])).toBe(1);
      const { rows } = await as("admin", CHANGES, [world.pending]);
      expect(rows).toHaveLength(4);
      expect(rows).toEqual(
        expect.arrayContaining([
          { field: "edition", before: null, after: "Coupe" },
          { field: "title", before: "Maillot blanc", after: "Maillot ivoire" },
          { field: "image", before: null, after: url },
          { field: "image", before: publicUrl(rules.ids.owner, "blanc.webp"), after: null },
        ]),
      );

      await as("admin", DECIDE, [world.pending, "approved", null]);
      expect(await outcome("admin", QUEUE, [world.pending])).toBe(0);
      expect(await outcome("admin", CHANGES, [world.pending])).toBe(0);
    }));

  it("that is reverted leaves no difference", () =>
    rules.scenario(async ({ as, outcome }) => {
      await as("admin", DECIDE, [world.pending, "approved", null]);
      await as("owner", EDIT, [world.pending, "Maillot crème"]);
      await as("owner", EDIT, [world.pending, "Maillot blanc"]);
      expect(await outcome("admin", CHANGES, [world.pending])).toBe(0);
    }));

  describe("of images", () => {
    const INSERT = "insert into jersey_images (id, jersey_id, url, alt) values ($1, $2, $3, $4)";
    const DELETE = "delete from jersey_images where id = $1";
    const IMAGES = "select id, url, alt from jersey_images where jersey_id = $1 order by url, alt";

    it("under an id used before shows both pictures", () =>
      rules.scenario(async ({ as }) => {
        await as("admin", DECIDE, [world.pending, "approved", null]);
        const { pending, pendingImage } = world;
        const url = publicUrl(rules.ids.owner, "ivoire.webp");
        await as("owner", DELETE, [pendingImage]);
        await as("owner", INSERT, [pendingImage, pending, url, null]);
        const { rows } = await as("admin", CHANGES, [pending]);
        expect(rows).toHaveLength(2);
        expect(rows).toEqual(
          expect.arrayContaining([
            { field: "image", before: null, after: url },
            { field: "image", before: publicUrl(rules.ids.owner, "blanc.webp"), after: null },
          ]),
        );
      }));

    it("that come and go leaves no difference", () =>
      rules.scenario(async ({ as, outcome }) => {
        await as("admin", DECIDE, [world.pending, "approved", null]);
        const { pending, pendingImage } = world;
        const blanc = publicUrl(rules.ids.owner, "blanc.webp");
        const own = [randomUUID(), pending, publicUrl(rules.ids.owner, "ivoire.webp"), null];
        await as("owner", INSERT, own);
        await as("owner", DELETE, [own[0]]);
        await as("owner", DELETE, [pendingImage]);
        await as("owner", INSERT, [pendingImage, pending, blanc, null]);
        expect(await outcome("admin", CHANGES, [pending])).toBe(0);
        await as("owner", DELETE, [pendingImage]);
        expect((await as("admin", CHANGES, [pending])).rows).toEqual([
          { field: "image", before: blanc, after: null },
        ]);
      }));

    // An approved image has given its id to the author's, a rejected jersey's comes back under its own.
    it.each([
      ["approved", "url, alt"],
      ["rejected", "id, url, alt"],
    ])("of a jersey that was %s is undone, its texts too", (status, columns) =>
      rules.scenario(async ({ as, system }) => {
        await as("admin", DECIDE, [world.pending, status, "Photo floue"]);
        const { pending, pendingImage } = world;
        const images = IMAGES.replace("id, url, alt", columns);
        const { rows: decided } = await as("admin", images, [pending]);
        await as("owner", DELETE, [pendingImage]);
        await as("owner", INSERT, [pendingImage, pending, decided[0].url, "Publicité"]);
        await as("owner", INSERT, [
          randomUUID(),
          pending,
          publicUrl(rules.ids.owner, "ivoire.webp"),
          null,
        ]);
        expect((await as("admin", CHANGES, [pending])).rows).toHaveLength(3);
        await as("admin", "select revert_jersey($1)", [pending]);
        expect((await as("admin", images, [pending])).rows).toEqual(decided);
        const { rows: deleted } = await system("select name from storage_deletions");
        expect(deleted).toEqual([{ name: `${rules.ids.owner}/ivoire.webp` }]);
      }),
    );
  });

  it("after a rejection enters the queue again", () =>
    rules.scenario(async ({ as, outcome }) => {
      await as("owner", EDIT, [world.rejected, "Maillot net"]);
      expect(await outcome("admin", QUEUE, [world.rejected])).toBe(1);
      expect(await outcome("admin", DECIDE, [world.rejected, "approved", null])).toBe(1);
    }));

  it.each([
    ["of white space", "owner", "Maillot vert  "],
    ["by an administrator", "admin", "Maillot vert 1976"],
  ] as const)("%s doesn't", (_, persona, title) =>
    rules.scenario(async ({ as, outcome }) => {
      await as(persona, EDIT, [world.approved, title]);
      expect(await outcome("admin", QUEUE, [world.approved])).toBe(0);
    }),
  );

  it("can be compared by administrators only", async () => {
    expect(await rules.everyone(CHANGES, [world.approved])).toEqual({
      visitor: "42501",
      owner: "42501",
      stranger: "42501",
      admin: 0,
    });
  });
});
