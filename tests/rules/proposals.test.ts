import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createRules, type Persona, type Rules, type Scenario } from "./support/rules.ts";
import { addFiles, createWorld, publicUrl, type World } from "./support/world.ts";

let rules: Rules;
let world: World;
/** A second public jersey, of another member. */
let kept: string;

beforeAll(async () => {
  rules = await createRules(undefined, ["reviewer", "otherReviewer", "member"]);
  world = await createWorld(rules);
  await addFiles(rules, rules.ids.owner, ["vert.webp"]);
  const { rows } = await rules.system(
    `insert into jerseys (title, author_id, league, competition_id, season_id, team_id, status)
     values ('Le vert', $1, 'SOCCER', $2, $3, $4, 'approved') returning id`,
    [rules.ids.stranger, world.competition, world.season, world.team],
  );
  kept = rows[0].id;
});
afterAll(() => rules.close());

const REASON = "Le même maillot, deux fois";
const MERGE = "select * from propose('merge', $1, $2, $3)";
const REMOVE = "select * from propose('removal', $1, $2)";
const URGENT = "select * from propose('removal', $1, $2, urgency => 'unlawful')";
const AGREE = "select * from agree_to_proposal($1)";
const OBJECT = "select * from object_to_proposal($1, 'Ce sont deux maillots')";
const WITHDRAW = "select * from withdraw_proposal($1)";
const UNDO = "select * from undo_proposal($1, 'Deux maillots différents')";
const FOUND = "select from jerseys where id = $1";

async function proposed({ as }: Scenario, by: Persona = "reviewer"): Promise<string> {
  return (await as(by, MERGE, [world.approved, REASON, kept])).rows[0].id;
}

/** Lets the rest of 48 hours pass. */
const rest = ({ system }: Scenario) =>
  system("update proposals set due_at = now() where status = 'agreed'");
const carryOut = async ({ system }: Scenario): Promise<number> =>
  (await system("select carry_out_proposals() as done")).rows[0].done;

/** The names of withheld files, without their folder. */
const withheld = async ({ system }: Scenario): Promise<string[]> =>
  (
    await system(
      `select split_part(name, '/', 2) as name from storage.objects
       where user_metadata ->> 'withheld' = 'true' order by 1`,
    )
  ).rows.map(({ name }) => name);

async function carriedOut(scenario: Scenario, proposal: string): Promise<void> {
  await scenario.as("otherReviewer", AGREE, [proposal]);
  await rest(scenario);
  expect(await carryOut(scenario)).toBe(1);
}

/** Runs a check as every persona on a proposal of the reviewer's. */
async function outcomes(text: string, prepare?: (scenario: Scenario, id: string) => Promise<void>) {
  const found: Partial<Record<Persona | "suspended", string | number>> = {};
  for (const persona of [
    "visitor",
    "owner",
    "member",
    "reviewer",
    "otherReviewer",
    "admin",
  ] as const) {
    found[persona] = await rules.scenario(async (scenario) => {
      const id = await proposed(scenario);
      await prepare?.(scenario, id);
      return scenario.outcome(persona, text, [id]);
    });
  }
  found.suspended = await rules.scenario(async (scenario) => {
    const id = await proposed(scenario);
    await prepare?.(scenario, id);
    await scenario.system(
      "update auth.users set banned_until = now() + interval '1 day' where id = $1",
      [rules.ids.otherReviewer],
    );
    return scenario.outcome("otherReviewer", text, [id]);
  });
  return found;
}

const DENIED = { visitor: "42501", owner: "42501", member: "42501", suspended: "42501" };

describe("a proposal", () => {
  it("is made by reviewers and administrators", async () => {
    expect(await rules.everyone(MERGE, [world.approved, REASON, kept])).toEqual({
      visitor: "42501",
      owner: "42501",
      stranger: "42501",
      admin: 1,
      reviewer: 1,
      otherReviewer: 1,
      member: "42501",
    });
    expect(await rules.everyone("select * from proposal_effects($1)", [world.approved])).toEqual({
      visitor: "42501",
      owner: "42501",
      stranger: "42501",
      admin: 1,
      reviewer: 1,
      otherReviewer: 1,
      member: "42501",
    });
  });

  it("is agreed to by another one", async () => {
    expect(await outcomes(AGREE)).toEqual({
      ...DENIED,
      reviewer: "PT403",
      otherReviewer: 1,
      admin: 1,
    });
  });

  it("isn't agreed to by an administrator who made it", () =>
    rules.scenario(async (scenario) => {
      const id = await proposed(scenario, "admin");
      expect(await scenario.outcome("admin", AGREE, [id])).toBe("PT403");
    }));

  it("can be objected to while it rests, also by its proposer", async () => {
    const agreed = async ({ as }: Scenario, id: string) =>
      void (await as("otherReviewer", AGREE, [id]));
    const expected = { ...DENIED, reviewer: 1, otherReviewer: 1, admin: 1 };
    expect(await outcomes(OBJECT)).toEqual(expected);
    expect(await outcomes(OBJECT, agreed)).toEqual(expected);
  });

  it("is withdrawn by its proposer only", async () => {
    expect(await outcomes(WITHDRAW)).toEqual({
      ...DENIED,
      reviewer: 1,
      otherReviewer: "42501",
      admin: "42501",
    });
  });

  it("is undone by reviewers and administrators", async () => {
    expect(await outcomes(UNDO, carriedOut)).toEqual({
      ...DENIED,
      reviewer: 1,
      otherReviewer: 1,
      admin: 1,
    });
  });

  it("isn't decided by a reviewer whose jersey it is about", () =>
    rules.scenario(async (scenario) => {
      const id = await proposed(scenario);
      await scenario.system("update jerseys set author_id = $2 where id = $1", [
        kept,
        rules.ids.otherReviewer,
      ]);
      expect(await scenario.outcome("otherReviewer", AGREE, [id])).toBe("PT403");
      expect(await scenario.outcome("otherReviewer", OBJECT, [id])).toBe("PT403");
      await scenario.system("update jerseys set author_id = $2 where id = $1", [
        kept,
        rules.ids.admin,
      ]);
      expect(await scenario.outcome("admin", AGREE, [id])).toBe(1);
    }));

  it("is read by its proposer and reviewers", () =>
    rules.scenario(async (scenario) => {
      const id = await proposed(scenario);
      const READ = "select id, status, proposer_id from proposals";
      expect(await scenario.outcome("visitor", READ)).toBe("42501");
      expect(await scenario.outcome("owner", READ)).toBe(0);
      expect(await scenario.outcome("otherReviewer", READ)).toBe(1);
      expect(await scenario.outcome("admin", READ)).toBe(1);
      // Who decided is read by nobody, and a proposer who is no reviewer any more isn't told it either.
      for (const column of ["*", "agreed_by", "ended_by"]) {
        expect(await scenario.outcome("admin", `select ${column} from proposals`)).toBe("42501");
      }
      await scenario.system("delete from user_roles where user_id = $1", [rules.ids.reviewer]);
      expect(await scenario.outcome("reviewer", READ)).toBe(1);
      await scenario.system("savepoint agreed");
      await scenario.system("update proposals set agreed_by = $1", [rules.ids.otherReviewer]);
      expect((await scenario.as("admin", OBJECT, [id])).rows).toMatchObject([
        { status: "refused", agreed_by: null },
      ]);
      await scenario.system("rollback to savepoint agreed");
      await scenario.system(
        "update proposals set status = 'agreed', due_at = now(), agreed_by = $1",
        [rules.ids.otherReviewer],
      );
      const { rows } = await scenario.as("reviewer", WITHDRAW, [id]);
      expect(rows).toMatchObject([{ status: "withdrawn", agreed_by: null }]);
      for (const write of [
        "update proposals set status = 'agreed'",
        "delete from proposals",
        "select carry_out_proposals()",
        "select sweep_proposals()",
      ]) {
        expect(await scenario.outcome("admin", write)).toBe("42501");
      }
    }));

  it.each([
    ["a short reason", () => [world.approved, "Trop", kept], "PT400", "proposal_reason"],
    ["itself", () => [kept, REASON, kept], "PT400", "merge_with_itself"],
    ["a pending jersey", () => [world.pending, REASON, kept], "PT409", "proposal_not_public"],
    ["an inactive one", () => [kept, REASON, world.inactive], "PT409", "proposal_not_public"],
    ["nothing", () => [world.approved, REASON, null], "PT400", "proposal_unknown"],
  ] as const)("with %s is refused", (_, values, code, message) =>
    rules.scenario(({ as }) =>
      expect(as("reviewer", MERGE, values())).rejects.toMatchObject({ code, message }),
    ),
  );

  it("is one of each jersey", () =>
    rules.scenario(async (scenario) => {
      await proposed(scenario);
      await expect(scenario.as("admin", REMOVE, [world.approved, REASON])).rejects.toMatchObject({
        code: "PT409",
        message: "proposal_exists",
      });
    }));

  it("is one of twenty in an hour, urgent ones included; administrators have no limit", () =>
    rules.scenario(async (scenario) => {
      await scenario.system(
        `insert into private.writes (member_id, kind, amount) values ($1, 'proposals', 20), ($2, 'proposals', 20)`,
        [rules.ids.reviewer, rules.ids.admin],
      );
      for (const text of [REMOVE, URGENT]) {
        await expect(scenario.as("reviewer", text, [kept, REASON])).rejects.toMatchObject({
          code: "PT429",
          message: "proposals_too_many",
        });
      }
      expect(await scenario.outcome("admin", REMOVE, [kept, REASON])).toBe(1);
    }));

  it("is decided once", () =>
    rules.scenario(async (scenario) => {
      const id = await proposed(scenario);
      await scenario.as("otherReviewer", OBJECT, [id]);
      for (const [persona, decide] of [
        ["admin", AGREE],
        ["admin", OBJECT],
        ["reviewer", WITHDRAW],
        ["admin", UNDO],
      ] as const) {
        await expect(scenario.as(persona, decide, [id])).rejects.toMatchObject({
          code: "PT409",
          message: "proposal_settled",
          detail: "refused",
        });
      }
    }));

  it("rests for 48 hours, an urgent one not at all", () =>
    rules.scenario(async (scenario) => {
      const { rows } = await scenario.as("otherReviewer", AGREE, [await proposed(scenario)]);
      expect(rows[0].due_at - rows[0].agreed_at).toBe(48 * 60 * 60 * 1000);
      expect(await carryOut(scenario)).toBe(0);
      const urgent = await scenario.as("reviewer", URGENT, [kept, "Contrefaçon d'une œuvre"]);
      await scenario.as("admin", AGREE, [urgent.rows[0].id]);
      expect(await scenario.outcome("visitor", FOUND, [kept])).toBe(0);
    }));

  it("ends when its jersey isn't public any more", () =>
    rules.scenario(async (scenario) => {
      const id = await proposed(scenario);
      await scenario.as("otherReviewer", AGREE, [id]);
      await scenario.system("update jerseys set is_active = false where id = $1", [kept]);
      await rest(scenario);
      await carryOut(scenario);
      const { rows } = await scenario.system("select status from proposals");
      expect(rows).toEqual([{ status: "cancelled" }]);
      expect(await scenario.outcome("visitor", FOUND, [world.approved])).toBe(1);
    }));

  it("is withdrawn when its proposer leaves, unless somebody agreed", () =>
    rules.scenario(async (scenario) => {
      const id = await proposed(scenario);
      await scenario.system("delete from auth.users where id = $1", [rules.ids.reviewer]);
      const { rows } = await scenario.system(
        "select status, proposer_id from proposals where id = $1",
        [id],
      );
      expect(rows).toEqual([{ status: "withdrawn", proposer_id: null }]);
    }));
});

describe("what is due", () => {
  it("is carried out for who has left, not for who may not decide any more and leaves", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const id = await proposed(scenario);
      await as("otherReviewer", AGREE, [id]);
      const states = async () =>
        (await system("select status from proposals where id = $1", [id])).rows;
      const leave = () => system("delete from auth.users where id = $1", [rules.ids.otherReviewer]);
      await system("savepoint agreed");
      await leave();
      expect(await states()).toEqual([{ status: "agreed" }]);
      for (const end of [
        "delete from user_roles where user_id = $1",
        "update auth.users set banned_until = now() + interval '1 day' where id = $1",
      ]) {
        await system("rollback to savepoint agreed");
        await system(end, [rules.ids.otherReviewer]);
        await leave();
        expect(await states()).toEqual([{ status: "cancelled" }]);
      }
    }));

  it("is not carried out for people who may not decide any more", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const id = await proposed(scenario);
      await as("otherReviewer", AGREE, [id]);
      await rest(scenario);
      await system("savepoint agreed");
      await system("update auth.users set banned_until = now() + interval '1 day' where id = $1", [
        rules.ids.otherReviewer,
      ]);
      await carryOut(scenario);
      const states = async () =>
        (await system("select status from proposals where id = $1", [id])).rows;
      expect(await states()).toEqual([{ status: "cancelled" }]);
      await system("rollback to savepoint agreed");
      await system("delete from user_roles where user_id = $1", [rules.ids.reviewer]);
      await carryOut(scenario);
      expect(await states()).toEqual([{ status: "cancelled" }]);
    }));

  it("is not agreed to after its proposer was suspended", () =>
    rules.scenario(async (scenario) => {
      const id = await proposed(scenario);
      await scenario.system(
        "update auth.users set banned_until = now() + interval '1 day' where id = $1",
        [rules.ids.reviewer],
      );
      expect((await scenario.as("otherReviewer", AGREE, [id])).rows).toMatchObject([
        { status: "cancelled" },
      ]);
    }));

  it("goes on after one that fails, which is tried again later", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const merge = await proposed(scenario);
      const removal = (await as("reviewer", REMOVE, [kept, REASON])).rows[0].id;
      await as("otherReviewer", AGREE, [merge]);
      await as("admin", AGREE, [removal]);
      await system("update proposals set due_at = now() - interval '1 minute'");
      // Something that nobody foresaw.
      await system("insert into jersey_redirects (from_id, into_id) values ($1, $2)", [
        world.approved,
        kept,
      ]);
      await carryOut(scenario);
      const { rows } = await system(
        "select kind, status, due_at > now() as is_later from proposals order by kind",
      );
      expect(rows).toEqual([
        { kind: "merge", status: "agreed", is_later: true },
        { kind: "removal", status: "done", is_later: false },
      ]);
    }));
});

describe("what two have hidden", () => {
  it("isn't deleted by its author, and of a chain nothing comes back without the two", () =>
    rules.scenario(async (scenario) => {
      const { as, system, outcome } = scenario;
      const { rows } = await system(
        `insert into jerseys (title, author_id, league, competition_id, season_id, team_id, status)
         values ('Troisième', $1, 'SOCCER', $2, $3, $4, 'approved') returning id`,
        [rules.ids.stranger, world.competition, world.season, world.team],
      );
      const third = rows[0].id;
      await carriedOut(scenario, await proposed(scenario));
      const second = (await as("reviewer", MERGE, [kept, REASON, third])).rows[0].id;
      await carriedOut(scenario, second);
      for (const persona of ["owner", "stranger", "admin"] as const) {
        const own = persona === "owner" ? world.approved : kept;
        expect(await outcome(persona, "delete from jerseys where id = $1", [own])).toBe("PT409");
      }
      // With the account of its author it goes. What was merged into it stays where it went.
      await system("delete from jerseys where id = $1", [kept]);
      expect(
        (await system("select is_active from jerseys where id = $1", [world.approved])).rows,
      ).toEqual([{ is_active: false }]);
      expect(
        (await system("select into_id from jersey_redirects where from_id = $1", [world.approved]))
          .rows,
      ).toEqual([{ into_id: third }]);
      expect(
        (await system("select from private.moved_rows where proposal_id = $1", [second])).rowCount,
      ).toBe(0);
    }));
});

describe("an urgent removal", () => {
  it("is brought back by one of the two or an administrator, not by a third", () =>
    rules.scenario(async (scenario) => {
      const { as, system, outcome } = scenario;
      const id = (await as("reviewer", URGENT, [kept, REASON])).rows[0].id;
      await as("otherReviewer", AGREE, [id]);
      await system("insert into user_roles (user_id, role) values ($1, 'reviewer')", [
        rules.ids.member,
      ]);
      await expect(as("member", UNDO, [id])).rejects.toMatchObject({
        code: "PT403",
        message: "proposal_urgent",
      });
      for (const persona of ["reviewer", "otherReviewer", "admin"] as const) {
        await system("savepoint hidden");
        expect(await outcome(persona, UNDO, [id])).toBe(1);
        await system("rollback to savepoint hidden");
      }
    }));
});

describe("a jersey that was merged or removed", () => {
  const WRITES: [string, string, (id: string) => unknown[]][] = [
    ["a comment", "insert into comments (jersey_id, body) values ($1, 'Superbe')", (id) => [id]],
    ["a copy", "insert into copies (jersey_id) values ($1)", (id) => [id]],
    ["a wish", "insert into user_wishlists (jersey_id) values ($1)", (id) => [id]],
    ["a heart", "insert into user_collections (jersey_id) values ($1)", (id) => [id]],
    ["a vote", "insert into jersey_votes (jersey_id, vote) values ($1, 'up')", (id) => [id]],
    [
      "a report",
      "insert into reports (target_type, target_id) values ('jersey', $1)",
      (id) => [id],
    ],
    [
      "a photo",
      "insert into jersey_images (jersey_id, url) values ($1, $2)",
      (id) => [id, `/storage/v1/object/public/jerseys/${rules.ids.owner}/vert.webp`],
    ],
  ];
  it.each(WRITES)("isn't given %s, whoever writes", (_, text, values) =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await system("savepoint shown");
      for (const merge of [true, false]) {
        const proposal = merge
          ? await proposed(scenario)
          : (await as("reviewer", REMOVE, [world.approved, REASON])).rows[0].id;
        await carriedOut(scenario, proposal);
        for (const persona of ["owner", "stranger", "admin"] as const) {
          const refusal = await as(persona, text, values(world.approved)).catch((e: unknown) => e);
          expect(refusal).toMatchObject(
            merge
              ? {
                  code: "PT409",
                  message: "jersey_merged",
                  detail: JSON.stringify({ into: kept }).replace(":", ": "),
                }
              : { code: "PT409", message: "jersey_removed" },
          );
        }
        await system("rollback to savepoint shown");
      }
    }),
  );

  it("isn't edited by its author or an administrator, nor are changes of it undone", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await as("admin", "update jerseys set year = 1976 where id = $1", [world.approved]);
      const { rows } = await system(
        "select id from revisions where target_id = $1 and changes ? 'year'",
        [world.approved],
      );
      await as("owner", WRITES[0]![1], [world.approved]);
      const id = (await as("reviewer", REMOVE, [world.approved, REASON])).rows[0].id;
      await carriedOut(scenario, id);
      const refusal = { code: "PT409", message: "jersey_removed" };
      for (const persona of ["owner", "admin"] as const) {
        await expect(
          as(persona, "update jerseys set title = 'Autre chose' where id = $1", [world.approved]),
        ).rejects.toMatchObject(refusal);
      }
      await expect(
        as("reviewer", "select undo_revision($1, null, 'Une erreur')", [rows[0].id]),
      ).rejects.toMatchObject(refusal);
      for (const persona of ["owner", "admin"] as const) {
        await expect(
          as(persona, "select order_images($1, $2)", [world.approved, [world.image]]),
        ).rejects.toMatchObject(refusal);
      }
      await expect(as("owner", "update comments set body = 'Autre chose'")).rejects.toMatchObject(
        refusal,
      );
      // A renamed team still reaches it.
      await as("admin", "update teams set name = 'ASSE' where id = $1", [world.team]);
    }));
});

describe("one administrator alone", () => {
  it("doesn't reject what was public to delete or merge it", () =>
    rules.scenario(async ({ as, system, outcome }) => {
      await system("update jerseys set status = 'rejected' where id = $1", [world.approved]);
      const required = { code: "PT409", message: "proposal_required" };
      const remove = "delete from jerseys where id = $1";
      await expect(as("admin", remove, [world.approved])).rejects.toMatchObject(required);
      await expect(
        as("admin", "select merge_jerseys($1, $2)", [world.approved, kept]),
      ).rejects.toMatchObject(required);
      await system("savepoint rejected");
      expect(await outcome("owner", remove, [world.approved])).toBe(1);
      await system("rollback to savepoint rejected");
      await system("update private.once_public set until = now() - interval '90 days'");
      expect(await outcome("admin", remove, [world.approved])).toBe(1);
    }));

  it("neither merges nor deletes what was approved", () =>
    rules.scenario(async ({ as, outcome }) => {
      const merge = "select merge_jerseys($1, $2)";
      const required = { code: "PT409", message: "proposal_required" };
      await expect(as("admin", merge, [world.approved, kept])).rejects.toMatchObject(required);
      await expect(
        as("admin", "delete from jerseys where id = $1", [world.approved]),
      ).rejects.toMatchObject(required);
      expect(await outcome("admin", merge, [world.pending, kept])).toBe(1);
      expect(await outcome("admin", "delete from jerseys where id = $1", [world.rejected])).toBe(1);
    }));

  it("doesn't show again what two have hidden", () =>
    rules.scenario(async (scenario) => {
      await carriedOut(scenario, await proposed(scenario));
      await expect(
        scenario.as("admin", "update jerseys set is_active = true where id = $1", [world.approved]),
      ).rejects.toMatchObject({ code: "PT409", message: "proposal_done" });
      await expect(
        scenario.as("admin", "select merge_jerseys($1, $2)", [world.pending, world.approved]),
      ).rejects.toMatchObject({ code: "PT404" });
    }));

  it("leaves authors their own jerseys", () =>
    rules.scenario(async ({ outcome }) => {
      expect(await outcome("owner", "delete from jerseys where id = $1", [world.approved])).toBe(1);
    }));
});

/** What members have given to both jerseys. */
async function given({ as, system }: Scenario): Promise<void> {
  const both = [world.approved, kept];
  for (const id of both) {
    await as("member", "insert into user_collections (jersey_id) values ($1)", [id]);
    await as("member", "insert into user_wishlists (jersey_id) values ($1)", [id]);
    await as("member", "insert into jersey_votes (jersey_id, vote) values ($1, 'up')", [id]);
    await as("member", "insert into reports (target_type, target_id) values ('jersey', $1)", [id]);
  }
  await as("stranger", "insert into user_collections (jersey_id) values ($1)", [world.approved]);
  await as(
    "stranger",
    "insert into copies (jersey_id, size, size_scale) values ($1, 'M', 'adult')",
    [world.approved],
  );
  await as("stranger", "insert into user_wishlists (jersey_id, note) values ($1, 'Un jour')", [
    world.approved,
  ]);
  await as("stranger", "insert into jersey_votes (jersey_id, vote) values ($1, 'down')", [
    world.approved,
  ]);
  await as("stranger", "insert into comments (jersey_id, body) values ($1, 'Superbe')", [
    world.approved,
  ]);
  await as(
    "member",
    "select suggest('jersey', $1, '{\"edition\": \"Finale\"}', 'Vu sur la photo')",
    [world.approved],
  );
  await system("insert into jersey_redirects values (gen_random_uuid(), $1)", [world.approved]);
}

const TABLES: Record<string, string> = {
  jerseys: "to_jsonb(t)",
  jersey_votes: "to_jsonb(t)",
  user_collections: "to_jsonb(t)",
  copies: "to_jsonb(t) - 'updated_at'",
  user_wishlists: "to_jsonb(t)",
  comments: "to_jsonb(t)",
  reports: "to_jsonb(t)",
  jersey_images: "to_jsonb(t)",
  jersey_redirects: "to_jsonb(t)",
  suggestions: "to_jsonb(t) - 'edited_at'",
};

/** Every row that a merge or removal can touch. */
async function state({ system }: Scenario): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const [table, row] of Object.entries(TABLES)) {
    const { rows } = await system(`select ${row} as row from public.${table} t order by 1`);
    found[table] = rows.map((each) => each.row);
  }
  return found;
}

describe("a merge", () => {
  it("moves what can move, and undoing puts every row back", () =>
    rules.scenario(async (scenario) => {
      await given(scenario);
      const first = await state(scenario);
      const id = await proposed(scenario);
      await carriedOut(scenario, id);
      expect(await scenario.outcome("visitor", FOUND, [world.approved])).toBe(0);
      const at = async (table: string, jersey: string) =>
        (await scenario.system(`select from ${table} where jersey_id = $1`, [jersey])).rowCount;
      expect(await at("user_collections", kept)).toBe(2);
      expect(await at("user_collections", world.approved)).toBe(0);
      expect(await at("copies", kept)).toBe(4);
      expect(await at("jersey_votes", kept)).toBe(2);
      expect(await at("user_wishlists", kept)).toBe(2);
      expect(await at("comments", kept)).toBe(3);
      expect(await at("jersey_images", kept)).toBe(1);
      expect(
        (await scenario.system("select from jersey_redirects where into_id = $1", [kept])).rowCount,
      ).toBe(2);
      expect((await scenario.system("select from recount_votes()")).rowCount).toBe(0);
      expect(
        (await scenario.system("select from recount_sums() where counted <> was")).rowCount,
      ).toBe(0);
      await scenario.as("admin", UNDO, [id]);
      expect(await state(scenario)).toEqual(first);
      expect((await scenario.system("select from private.moved_rows")).rowCount).toBe(0);
    }));

  it("leaves in place what happened since, and what was withdrawn", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await given(scenario);
      const id = await proposed(scenario);
      await carriedOut(scenario, id);
      await as("stranger", "delete from jersey_votes where jersey_id = $1", [kept]);
      await as("stranger", "delete from comments where body = 'Superbe'");
      await as("owner", "insert into comments (jersey_id, body) values ($1, 'Depuis')", [kept]);
      await as("owner", "insert into jersey_votes (jersey_id, vote) values ($1, 'up')", [kept]);
      await system("delete from auth.users where id = $1", [rules.ids.member]);
      await as("admin", UNDO, [id]);
      const votes = await system("select voter_id, jersey_id from jersey_votes");
      expect(votes.rows).toEqual([{ voter_id: rules.ids.owner, jersey_id: kept }]);
      const comments = await system("select body from comments where jersey_id = $1", [kept]);
      expect(comments.rows).toEqual([{ body: "Depuis" }]);
      const owners = await system("select distinct user_id from user_collections");
      expect(owners.rows).toEqual([{ user_id: rules.ids.stranger }]);
      expect((await system("select from recount_votes()")).rowCount).toBe(0);
    }));

  it("of a chain is undone in the order that works only", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const { rows } = await system(
        `insert into jerseys (title, author_id, league, competition_id, season_id, team_id, status)
         values ('Le troisième', $1, 'SOCCER', $2, $3, $4, 'approved') returning id`,
        [rules.ids.stranger, world.competition, world.season, world.team],
      );
      const third: string = rows[0].id;
      await given(scenario);
      const start = await state(scenario);
      const first = await proposed(scenario);
      await carriedOut(scenario, first);
      const second = (await as("reviewer", MERGE, [kept, REASON, third])).rows[0].id;
      await carriedOut(scenario, second);
      const last = (await as("reviewer", REMOVE, [third, REASON])).rows[0].id;
      await carriedOut(scenario, last);
      const refusal = await as("admin", UNDO, [first]).catch((error: unknown) => error);
      expect(refusal).toMatchObject({ code: "PT409", message: "proposal_order" });
      const { detail } = refusal as { detail: string };
      expect(JSON.parse(detail).map((step: { id: string }) => step.id)).toEqual([last, second]);
      for (const id of [last, second, first]) await as("admin", UNDO, [id]);
      expect(await state(scenario)).toEqual(start);
    }));

  it("stays hidden if it may harm somebody, when the jersey that stayed is deleted by its author", () =>
    rules.scenario(async (scenario) => {
      const { as, outcome, system } = scenario;
      await as("member", "insert into copies (jersey_id) values ($1)", [world.approved]);
      const urgent = "select * from propose('merge', $1, $2, $3, 'unlawful')";
      const { rows } = await as("reviewer", urgent, [world.approved, REASON, kept]);
      await as("otherReviewer", AGREE, [rows[0].id]);
      expect(await outcome("stranger", "delete from jerseys where id = $1", [kept])).toBe(1);
      expect(await outcome("visitor", FOUND, [world.approved])).toBe(0);
      expect((await system("select status from proposals")).rows).toEqual([{ status: "done" }]);
      // Who may, still brings it back, with what copies were left without.
      expect((await as("admin", UNDO, [rows[0].id])).rows).toMatchObject([
        { status: "undone", agreed_by: null },
      ]);
      expect(await outcome("visitor", FOUND, [world.approved])).toBe(1);
      expect((await as("member", "select jersey_id, former_jersey from copies")).rows).toEqual([
        { jersey_id: world.approved, former_jersey: null },
      ]);
    }));

  it("goes back when the jersey that stayed is deleted by its author", () =>
    rules.scenario(async (scenario) => {
      const { as, system, outcome } = scenario;
      await given(scenario);
      await carriedOut(scenario, await proposed(scenario));
      expect(await outcome("stranger", "delete from jerseys where id = $1", [kept])).toBe(1);
      expect(await outcome("visitor", FOUND, [world.approved])).toBe(1);
      const votes = await system("select voter_id from jersey_votes where jersey_id = $1", [
        world.approved,
      ]);
      expect(votes.rowCount).toBe(2);
      expect((await system("select from recount_votes()")).rowCount).toBe(0);
      expect((await system("select from recount_sums() where counted <> was")).rowCount).toBe(0);
      expect((await as("admin", "select status from proposals")).rows).toEqual([
        { status: "undone" },
      ]);
    }));

  it("is for good after 90 days", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await given(scenario);
      const id = await proposed(scenario);
      await carriedOut(scenario, id);
      expect((await system("select sweep_proposals() as swept")).rows).toEqual([{ swept: 0 }]);
      await system("update proposals set undo_until = now()");
      const told = (await system("select from notices")).rowCount;
      expect((await system("select sweep_proposals() as swept")).rows).toEqual([{ swept: 1 }]);
      expect((await system(FOUND, [world.approved])).rowCount).toBe(0);
      expect((await system("select from private.moved_rows")).rowCount).toBe(0);
      // The report that stayed with it goes.
      expect((await system("select from notices where outcome <> 'removed'")).rowCount).toBe(told);
      await expect(as("admin", UNDO, [id])).rejects.toMatchObject({
        code: "PT409",
        message: "proposal_too_late",
      });
      expect(
        (await system("select into_id from jersey_redirects where from_id = $1", [world.approved]))
          .rows,
      ).toEqual([{ into_id: kept }]);
    }));

  it("is in the public history with its reason, and so is its undoing", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      const id = await proposed(scenario);
      await carriedOut(scenario, id);
      await as("admin", UNDO, [id]);
      const HISTORY =
        "select kind, changes, reason, username, is_undoable from history('jersey', $1) where id > 0";
      const none = { username: null, is_undoable: false };
      expect((await as("visitor", HISTORY, [kept])).rows).toEqual([
        {
          kind: "undo",
          changes: { unmerged: { before: null, after: "Maillot vert" } },
          reason: "Deux maillots différents",
          ...none,
        },
        {
          kind: "merge",
          changes: { merged: { before: "Maillot vert", after: null } },
          reason: REASON,
          ...none,
        },
      ]);
      const { rows } = await as("admin", HISTORY, [world.approved]);
      expect(rows).toMatchObject([{ kind: "undo", is_undoable: false }]);
    }));

  it("hands no report about a reviewer's jersey to that reviewer, through two merges", () =>
    rules.scenario(async (scenario) => {
      const { as, outcome, system } = scenario;
      const read = "select from reports";
      const dismiss = "update reports set status = 'dismissed'";
      const merge = async (gone: string, into: string) => {
        const { rows } = await as("otherReviewer", MERGE, [gone, REASON, into]);
        await as("admin", AGREE, [rows[0].id]);
        await rest(scenario);
        await carryOut(scenario);
      };
      await system("update jerseys set author_id = $2 where id = $1", [
        world.approved,
        rules.ids.reviewer,
      ]);
      const { rows } = await system(
        `insert into jerseys (title, author_id, league, competition_id, season_id, team_id, status)
         values ('Encore un vert', $1, 'SOCCER', $2, $3, $4, 'approved') returning id`,
        [rules.ids.stranger, world.competition, world.season, world.team],
      );
      await as("member", "insert into reports (target_type, target_id) values ('jersey', $1)", [
        world.approved,
      ]);
      await merge(world.approved, kept);
      expect(await outcome("reviewer", read)).toBe(0);
      expect(await outcome("reviewer", dismiss)).toBe(0);
      await merge(kept, rows[0].id);
      expect(await outcome("reviewer", read)).toBe(0);
      expect(await outcome("reviewer", dismiss)).toBe(0);
      expect(await outcome("otherReviewer", dismiss)).toBe(1);
    }));
});

describe("a removal", () => {
  it("leaves copies with their facts, and undoing puts every row back", () =>
    rules.scenario(async (scenario) => {
      const { as, outcome } = scenario;
      await given(scenario);
      const first = await state(scenario);
      const id = (await as("reviewer", REMOVE, [world.approved, REASON])).rows[0].id;
      await carriedOut(scenario, id);
      expect(await outcome("visitor", FOUND, [world.approved])).toBe(0);
      const { rows } = await as(
        "stranger",
        "select former_jersey ->> 'title' as title from copies where jersey_id is null",
      );
      expect(rows).toEqual([{ title: "Maillot vert" }, { title: "Maillot vert" }]);
      await as("admin", UNDO, [id]);
      expect(await state(scenario)).toEqual(first);
    }));

  it("says what was there, unless that was offensive or unlawful", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      const READ = "select * from removed_jersey($1)";
      expect((await as("visitor", READ, [world.approved])).rows).toEqual([]);
      const id = (await as("reviewer", REMOVE, [world.approved, REASON])).rows[0].id;
      expect((await as("visitor", READ, [world.approved])).rows).toEqual([]);
      await carriedOut(scenario, id);
      expect((await as("visitor", READ, [world.approved])).rows).toEqual([
        { title: "Maillot vert", team: "AS Saint-Étienne", season: "2024-2025" },
      ]);
      const why = await as("visitor", "select * from removal_reason($1)", [world.approved]);
      expect(why.rows).toEqual([{ removed_at: expect.any(Date) as Date, reason: REASON }]);
      await as("admin", UNDO, [id]);
      for (const read of [READ, "select * from removal_reason($1)"])
        expect((await as("visitor", read, [world.approved])).rows).toEqual([]);
      const urgent = (await as("reviewer", URGENT, [kept, REASON])).rows[0].id;
      await as("admin", AGREE, [urgent]);
      expect((await as("visitor", READ, [kept])).rows).toEqual([
        { title: null, team: null, season: null },
      ]);
    }));

  it("withholds its files at once, and gives them back", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      const id = (await as("reviewer", URGENT, [world.approved, REASON])).rows[0].id;
      expect(await withheld(scenario)).toEqual([]);
      await as("admin", AGREE, [id]);
      expect(await withheld(scenario)).toEqual(["vert.webp"]);
      await as("admin", UNDO, [id]);
      expect(await withheld(scenario)).toEqual([]);
    }));

  it("withholds photos that were undone before, and gives those that weren't back", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await addFiles(scenario, rules.ids.owner, ["undone.webp"]);
      await system(
        "insert into storage_deletions (bucket_id, name, held_for, retry_at) values ('jerseys', $1, $2, now() + interval '9 days')",
        [`${rules.ids.owner}/undone.webp`, world.approved],
      );
      const id = (await as("reviewer", URGENT, [world.approved, REASON])).rows[0].id;
      await as("admin", AGREE, [id]);
      expect(await withheld(scenario)).toEqual(["undone.webp", "vert.webp"]);
      await as("admin", UNDO, [id]);
      expect(await withheld(scenario)).toEqual(["undone.webp"]);
    }));

  it("withholds photos that an urgent merge leaves, not those that it moves", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await addFiles(scenario, rules.ids.owner, ["moved.webp"]);
      // The other jersey has five photos of the owner's, and room for others'.
      await system(
        `insert into jersey_images (jersey_id, url, position)
         select $1, $2 || n || '.webp', n from generate_series(1, 5) n`,
        [kept, publicUrl(rules.ids.owner, "five")],
      );
      await system("update jersey_images set contributor_id = $1 where path like '%/five%'", [
        rules.ids.owner,
      ]);
      await system("insert into jersey_images (jersey_id, url, position) values ($1, $2, 1)", [
        world.approved,
        publicUrl(rules.ids.owner, "moved.webp"),
      ]);
      await system("update jersey_images set contributor_id = $1 where path like '%moved.webp'", [
        rules.ids.stranger,
      ]);
      const urgent = `${MERGE.slice(0, -1)}, 'unlawful')`;
      const id = (await as("reviewer", urgent, [world.approved, REASON, kept])).rows[0].id;
      await as("admin", AGREE, [id]);
      expect(await withheld(scenario)).toEqual(["vert.webp"]);
      await as("admin", UNDO, [id]);
      expect(await withheld(scenario)).toEqual([]);
      // Without urgency they are duplicates and nothing else.
      await carriedOut(scenario, await proposed(scenario));
      expect(await withheld(scenario)).toEqual([]);
    }));

  it("takes open suggestions off the queue, until it is undone", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      await given(scenario);
      const queue = async () =>
        (await as("otherReviewer", "select id, edited_at from suggestion_queue()")).rows;
      const waiting = await queue();
      expect(waiting).toHaveLength(1);
      const figures = async () =>
        (await as("visitor", "select waiting from queue_figures()")).rows[0].waiting;
      const before = await figures();
      const id = (await as("reviewer", REMOVE, [world.approved, REASON])).rows[0].id;
      await carriedOut(scenario, id);
      expect(await queue()).toEqual([]);
      expect(await figures()).toBe(before - 1);
      const own = "select held_at is not null as is_held from suggestions";
      expect((await as("member", own)).rows).toEqual([{ is_held: true }]);
      await expect(
        as("otherReviewer", "select claim_suggestion($1)", [waiting[0].id]),
      ).rejects.toMatchObject({ code: "PT409", message: "suggestion_held" });
      await as("admin", UNDO, [id]);
      expect(await queue()).toEqual(waiting);
      expect((await as("member", own)).rows).toEqual([{ is_held: false }]);
    }));

  it("keeps its files for as long as it can be undone", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const id = (await as("reviewer", REMOVE, [world.approved, REASON])).rows[0].id;
      await carriedOut(scenario, id);
      const QUEUED = "select name from storage_deletions";
      expect((await system(QUEUED)).rows).toEqual([]);
      await system("update proposals set undo_until = now()");
      await system("select sweep_proposals()");
      expect((await system(QUEUED)).rows).toEqual([{ name: `${rules.ids.owner}/vert.webp` }]);
      expect(
        (await as("visitor", "select * from removed_jersey($1)", [world.approved])).rowCount,
      ).toBe(1);
    }));
});

describe("those who have the jersey", () => {
  it("are told when it is agreed to, done and undone", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await given(scenario);
      await system("delete from notices");
      const id = await proposed(scenario);
      await carriedOut(scenario, id);
      await as("admin", UNDO, [id]);
      const { rows } = await system(
        `select username, array_agg(outcome order by outcome) as outcomes,
           bool_or(changes ? 'planned_at') as is_dated
         from notices join profiles on profiles.id = recipient_id group by 1 order by 1`,
      );
      const outcomes = ["brought_back", "merge_planned", "merged"];
      expect(rows).toEqual(
        ["member", "owner", "stranger"].map((username) => ({ username, outcomes, is_dated: true })),
      );
    }));

  const CALLED_OFF = `select username from notices join profiles on profiles.id = recipient_id
    where outcome = 'called_off' order by 1`;

  it.each([
    ["is objected to", ({ as }: Scenario, id: string) => as("otherReviewer", OBJECT, [id])],
    ["is withdrawn", ({ as }: Scenario, id: string) => as("reviewer", WITHDRAW, [id])],
    [
      "can't be done any more",
      async (scenario: Scenario) => {
        await scenario.system("update jerseys set is_active = false where id = $1", [kept]);
        await rest(scenario);
        await carryOut(scenario);
      },
    ],
    [
      "loses the other jersey",
      ({ as }: Scenario) => as("stranger", "delete from jerseys where id = $1", [kept]),
    ],
  ] as [string, (scenario: Scenario, id: string) => Promise<unknown>][])(
    "are told once when a planned one %s, and only who was told the date",
    (_, end) =>
      rules.scenario(async (scenario) => {
        const { as, system } = scenario;
        await given(scenario);
        const id = await proposed(scenario);
        await as("otherReviewer", AGREE, [id]);
        await as("admin", "insert into user_wishlists (jersey_id) values ($1)", [world.approved]);
        await as("stranger", "delete from user_wishlists where jersey_id = $1", [world.approved]);
        await end(scenario, id);
        const told = (await system(CALLED_OFF)).rows.map(({ username }) => username);
        // Nobody is told of what they did themselves.
        expect(told).toEqual(
          _.startsWith("loses") ? ["member", "owner"] : ["member", "owner", "stranger"],
        );
        expect((await system("select from private.proposal_notified_members")).rowCount).toBe(0);
      }),
  );

  it("are told nothing when one is objected to that nobody agreed to, or is done", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await given(scenario);
      await as("otherReviewer", OBJECT, [await proposed(scenario)]);
      await carriedOut(scenario, await proposed(scenario));
      expect((await system(CALLED_OFF)).rows).toEqual([]);
      expect((await system("select from private.proposal_notified_members")).rowCount).toBe(0);
    }));
});
