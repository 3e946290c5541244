import { describe, expect, it, onTestFinished } from "vitest";

import { atOnce } from "../support/at-once.ts";
import { addJerseys, setUpRules } from "../support/fixture.ts";
import { MERGE, REMOVE, undo } from "../support/merge.ts";
import { PERSONAS, type Persona, type Scenario } from "../support/rules.ts";
import { passTime } from "../support/suggestions.ts";

const { rules, fixture } = setUpRules(["reviewer", "member"]);

const { begun, meanwhile, run } = atOnce(() => rules);

const EVERYONE = [...PERSONAS, "reviewer", "member"] as const;
const OTHERS = EVERYONE.filter((persona) => persona !== "owner");

/** In every word of a list; a private list shows none of it. */
const MARKER = "zzsecret";

const TITLES = ["Premier", "Deuxième", "Troisième"];

const BY_POLICY = { code: "42501" };

interface Made {
  list: string;
  jerseys: string[];
}

/** A list of the owner with three public jerseys, each with a note. */
async function makeList(scenario: Scenario, { isPublic = true } = {}): Promise<Made> {
  const jerseys = await addJerseys(scenario, fixture, rules.ids.owner, TITLES);
  const { rows } = await scenario.as(
    "owner",
    "insert into lists (title, description, is_public) values ($1, $1, $2) returning id",
    [MARKER, isPublic],
  );
  const list = rows[0].id;
  for (const jersey of jerseys) await add(scenario, list, jersey, MARKER);
  return { list, jerseys };
}

const add = ({ as }: Scenario, list: string, jersey: string, note: string | null = null) =>
  as("owner", "insert into list_items (list_id, jersey_id, note) values ($1, $2, $3)", [
    list,
    jersey,
    note,
  ]);

const setPublic = ({ as }: Scenario, list: string, isPublic: boolean) =>
  as("owner", "update lists set is_public = $2 where id = $1", [list, isPublic]);

/** Everything that a persona is told of a list and of those that there are. */
async function answersTo({ as, system }: Scenario, persona: Persona, { list, jerseys }: Made) {
  const read = async (text: string, values: unknown[]) => (await as(persona, text, values)).rows;
  const { rows } = await system("select username from profiles where id = $1", [rules.ids.owner]);
  return {
    list: await read("select * from list($1)", [list]),
    items: await read("select * from items_of_list($1)", [list]),
    ofMember: await read("select * from lists_of_member($1)", [rows[0].username]),
    with: await read("select * from lists_with($1)", [jerseys[0]]),
  };
}

const NOTHING = { list: [], items: [], ofMember: [], with: [] };

/** A member's shirt without a page, with what nobody else reads. */
async function addOwnShirt({ as }: Scenario, persona: Persona): Promise<string> {
  const { rows } = await as(
    persona,
    `insert into copies (former_jersey, printed_name, notes) values ($1, $2, $2) returning id`,
    [{ title: "Red Star 1998", team: "Red Star", league: "SOCCER", season: "1998-99" }, MARKER],
  );
  return rows[0].id;
}

async function titles({ as }: Scenario, list: string): Promise<string[]> {
  const { rows } = await as(
    "visitor",
    "select title from items_of_list($1) join jerseys on jerseys.id = jersey_id order by place",
    [list],
  );
  return rows.map(({ title }) => title);
}

async function log({ system }: Scenario) {
  const { rows } = await system(
    "select table_name, action, before, after from audit_log where table_name in ('lists', 'list_items') order by id",
  );
  return rows;
}

describe("a list", () => {
  it("shows nothing to others until its member makes it public, and after they close it", () =>
    rules.scenario(async (scenario) => {
      const made = await makeList(scenario, { isPublic: false });
      const isNothing = async () => {
        for (const persona of EVERYONE) {
          expect(await answersTo(scenario, persona, made), persona).toEqual(NOTHING);
        }
      };
      await isNothing();
      await setPublic(scenario, made.list, true);
      expect((await answersTo(scenario, "visitor", made)).items).toHaveLength(3);
      await setPublic(scenario, made.list, false);
      await isNothing();
    }));

  it("that is public is shown to everyone in the same way", () =>
    rules.scenario(async (scenario) => {
      const made = await makeList(scenario);
      const card = {
        id: made.list,
        title: MARKER,
        description: MARKER,
        member_id: rules.ids.owner,
        username: "owner",
        jerseys: "3",
        covers: made.jerseys,
      };
      for (const persona of EVERYONE) {
        expect(await answersTo(scenario, persona, made), persona).toMatchObject({
          list: [card],
          items: made.jerseys.map((jersey_id, n) => ({ place: n + 1, jersey_id, note: MARKER })),
          ofMember: [card],
          with: [card],
        });
      }
    }));

  it("is not read or written as a table by anybody else", () =>
    rules.scenario(async (scenario) => {
      const { list, jerseys } = await makeList(scenario);
      for (const table of ["lists", "list_items"]) {
        expect(await scenario.outcome("owner", `select from ${table}`)).toBeGreaterThan(0);
        for (const persona of OTHERS) {
          const isVisitor = persona === "visitor";
          const nothing = isVisitor ? "42501" : 0;
          expect(await scenario.outcome(persona, `select from ${table}`), persona).toBe(nothing);
          expect(await scenario.outcome(persona, `delete from ${table}`), persona).toBe(nothing);
        }
      }
      const [other] = await addJerseys(scenario, fixture, rules.ids.owner, ["Quatrième"]);
      for (const persona of OTHERS) {
        const nothing = persona === "visitor" ? "42501" : 0;
        const { outcome } = scenario;
        expect(await outcome(persona, "update lists set title = 'À moi'")).toBe(nothing);
        expect(await outcome(persona, "update list_items set note = 'À moi'")).toBe(nothing);
        const insert = "insert into list_items (list_id, jersey_id) values ($1, $2)";
        expect(await outcome(persona, insert, [list, other]), persona).toBe("42501");
        const fill = "select fill_list($1, '{}')";
        expect(await outcome(persona, fill, [list]), persona).toBe("42501");
        const move = "select move_in_list($1, $2, 1)";
        expect(await outcome(persona, move, [list, jerseys[2]]), persona).toBe("42501");
      }
      expect(await scenario.outcome("visitor", "insert into lists (title) values ('Liste')")).toBe(
        "42501",
      );
      for (const column of ["member_id = member_id", "is_hidden = false", "changed_at = now()"]) {
        expect(await scenario.outcome("owner", `update lists set ${column}`), column).toBe("42501");
      }
      expect(await scenario.outcome("owner", "update list_items set place = 7")).toBe("42501");
      expect(await titles(scenario, list)).toEqual(TITLES);
    }));

  it("takes jerseys that its member can read, each once", () =>
    rules.scenario(async (scenario) => {
      const { list, jerseys } = await makeList(scenario);
      await scenario.system("update jerseys set author_id = $1 where id = $2", [
        rules.ids.stranger,
        fixture.rejected,
      ]);
      const insert = "insert into list_items (list_id, jersey_id) values ($1, $2)";
      expect(await scenario.outcome("owner", insert, [list, jerseys[0]])).toBe("23505");
      expect(await scenario.outcome("owner", insert, [list, fixture.rejected])).toBe("42501");
      // Their own, which others see once it is approved.
      expect(await scenario.outcome("owner", insert, [list, fixture.pending])).toBe(1);
      expect(await titles(scenario, list)).toEqual(TITLES);
    }));

  it("is ordered by its member, and what they bring back returns to its place", () =>
    rules.scenario(async (scenario) => {
      const { list, jerseys } = await makeList(scenario);
      const move = (nth: number, place: number) =>
        scenario.as("owner", "select move_in_list($1, $2, $3)", [list, jerseys[nth], place]);
      await move(2, 1);
      expect(await titles(scenario, list)).toEqual(["Troisième", "Premier", "Deuxième"]);
      await move(2, 2);
      expect(await titles(scenario, list)).toEqual(["Premier", "Troisième", "Deuxième"]);
      await move(0, 9);
      expect(await titles(scenario, list)).toEqual(["Troisième", "Deuxième", "Premier"]);
      const { rows } = await scenario.as(
        "owner",
        "delete from list_items where list_id = $1 and jersey_id = $2 returning place",
        [list, jerseys[1]],
      );
      expect(await titles(scenario, list)).toEqual(["Troisième", "Premier"]);
      await scenario.as(
        "owner",
        "insert into list_items (list_id, jersey_id, place) values ($1, $2, $3)",
        [list, jerseys[1], rows[0].place],
      );
      expect(await titles(scenario, list)).toEqual(["Troisième", "Deuxième", "Premier"]);
    }));

  it("is filled from a team, a shelf and a search, with what isn't in it yet", () =>
    rules.scenario(async (scenario) => {
      const { list, jerseys } = await makeList(scenario);
      const fill = async (filter: object) =>
        (
          await scenario.as("owner", "select * from fill_list($1, $2)", [
            list,
            JSON.stringify(filter),
          ])
        ).rows[0];
      // Which ones, so that they can be taken out again.
      const added = (...ids: unknown[]) => ({ added: ids, is_full: false });
      await scenario.as("owner", "insert into user_collections (jersey_id) values ($1)", [
        fixture.approved,
      ]);
      await scenario.as("owner", "delete from list_items where jersey_id = $1", [jerseys[1]]);
      await scenario.derived();
      expect(await fill({ own: ["collection"] })).toEqual(added(fixture.approved));
      expect(await fill({ team: ["as-saint-etienne"] })).toEqual(added(jerseys[1]));
      expect(await fill({ team: ["as-saint-etienne"] })).toEqual(added());
      expect((await titles(scenario, list)).toSorted()).toEqual([...TITLES, "Maillot vert"].sort());
    }));

  it("has at most 500 jerseys, and says so", () =>
    rules.scenario(async (scenario) => {
      const { list } = await makeList(scenario);
      const names = Array.from({ length: 500 }, (_, n) => `Maillot ${n}`);
      const more = await addJerseys(scenario, fixture, rules.ids.owner, names);
      await scenario.derived();
      const { rows } = await scenario.as("owner", "select * from fill_list($1, '{}')", [list]);
      expect(rows).toMatchObject([{ is_full: true }]);
      expect(rows[0].added).toHaveLength(497);
      const { rows: left } = await scenario.system(
        "select id from unnest($1::uuid[]) id where id not in (select jersey_id from list_items)",
        [more],
      );
      await expect(add(scenario, list, left[0].id)).rejects.toMatchObject({
        code: "23514",
        message: "list_items_per_list",
      });
    }));

  it("is limited by the day, as other texts", () =>
    rules.scenario(async (scenario) => {
      await scenario.system(
        "update auth.users set created_at = now() - interval '1 month' where id = $1",
        [rules.ids.owner],
      );
      const insert = "insert into lists (title) select 'Liste ' || n from generate_series(1, 31) n";
      expect(await scenario.outcome("owner", insert)).toBe("PT429");
      const { list, jerseys } = await makeList(scenario);
      await scenario.system("update private.write_limits set most = 3 where kind = 'list_items'");
      const { outcome } = scenario;
      expect(await outcome("owner", "update list_items set note = 'Une de trop'")).toBe("PT429");
      expect(await outcome("owner", "select move_in_list($1, $2, 2)", [list, jerseys[0]])).toBe(
        "PT429",
      );
      await scenario.as("owner", "delete from list_items where jersey_id = $1", [jerseys[0]]);
      expect(await outcome("owner", "select fill_list($1, '{}')", [list])).toBe("PT429");
      const nothing = "select fill_list($1, jsonb_build_object('q', 'zzz'))";
      expect(await outcome("owner", nothing, [list]), "which adds none").toBe("PT429");
      await scenario.system("update private.write_limits set most = 0 where kind = 'edits'");
      expect(await outcome("owner", "update lists set title = 'Autre'")).toBe("PT429");
      // Closing is always possible.
      expect(await outcome("owner", "update lists set is_public = false")).toBe(1);
    }));

  it("stands on a jersey's page, however many private lists have the jersey since", () =>
    rules.scenario(async (scenario) => {
      const made = await makeList(scenario);
      await scenario.system(
        `with others as (
           insert into lists (member_id, title)
           select member, 'Liste' from unnest($1::uuid[]) member, generate_series(1, 199) returning id)
         insert into list_items (list_id, jersey_id, created_at)
         select id, $2, now() + interval '1 hour' from others`,
        [[rules.ids.owner, rules.ids.stranger, rules.ids.member], made.jerseys[0]],
      );
      expect((await answersTo(scenario, "visitor", made)).with).toMatchObject([{ id: made.list }]);
    }));

  it("is one of 200 of its member at most", () =>
    rules.scenario(async (scenario) => {
      await makeList(scenario);
      await expect(
        scenario.system(
          "insert into lists (member_id, title) select $1, 'Liste' from generate_series(1, 200)",
          [rules.ids.owner],
        ),
      ).rejects.toMatchObject({ message: "lists_per_member" });
    }));

  it("is one of 200, also of those made at once", async () => {
    const { owner } = rules.ids;
    onTestFinished(async () => {
      await rules.system("delete from lists where member_id = $1", [owner]);
    });
    await rules.system(
      "insert into lists (member_id, title) select $1, 'Liste' from generate_series(1, 199)",
      [owner],
    );
    const INSERT = "insert into lists (title) values ('La dernière')";
    const last = await begun("owner", INSERT);
    const late = meanwhile(last, () => run("owner", INSERT));
    await expect(late).rejects.toMatchObject({ message: "lists_per_member" });
  });

  it("refuses words that are too long, hidden or none", () =>
    rules.scenario(async (scenario) => {
      await makeList(scenario);
      const refused = [
        "update lists set title = ' '",
        "update lists set title = repeat('a', 81)",
        "update lists set title = U&'a\\200bc'",
        "update lists set description = repeat('a', 1001)",
        "update list_items set note = repeat('a', 201)",
        "update list_items set note = U&'a\\200bc'",
      ];
      for (const text of refused) expect(await scenario.outcome("owner", text), text).toBe("23514");
      await scenario.as("owner", "update lists set title = '  Une   liste '");
      const { rows } = await scenario.as("owner", "select title from lists");
      expect(rows).toEqual([{ title: "Une   liste" }]);
    }));

  it("shows neither a jersey that isn't public nor counts it", () =>
    rules.scenario(async (scenario) => {
      const made = await makeList(scenario);
      await scenario.as("admin", REMOVE, [made.jerseys[0]]);
      const { list, items, with: beside } = await answersTo(scenario, "visitor", made);
      expect(list).toMatchObject([{ jerseys: "2", covers: made.jerseys.slice(1) }]);
      expect(items).toHaveLength(2);
      expect(beside).toEqual([]);
    }));

  it("follows a merged jersey, once, and its undoing", () =>
    rules.scenario(async (scenario) => {
      const made = await makeList(scenario);
      const [survivor] = await addJerseys(scenario, fixture, rules.ids.owner, ["Survivant"]);
      const merge = async (gone: string, stays: string) =>
        (await scenario.as("admin", MERGE, [gone, stays])).rows[0].batch;
      const batch = await merge(made.jerseys[0]!, survivor!);
      expect(await titles(scenario, made.list)).toEqual(["Survivant", "Deuxième", "Troisième"]);
      // In it already: the duplicate leaves the list that is shown.
      const second = await merge(made.jerseys[1]!, survivor!);
      expect(await titles(scenario, made.list)).toEqual(["Survivant", "Troisième"]);
      expect(await undo(scenario, "admin", second)).toBe("back");
      expect(await undo(scenario, "admin", batch)).toBe("back");
      expect(await titles(scenario, made.list)).toEqual(TITLES);
    }));

  it("takes its member's shirts without a page, shows what they are and nothing else, and their jersey once it is found", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const { list, jerseys } = await makeList(scenario);
      const own = await addOwnShirt(scenario, "owner");
      const put = "insert into list_items (list_id, copy_id) values ($1, $2)";
      await as("owner", put, [list, own]);
      await expect(as("stranger", put, [list, own])).rejects.toMatchObject(BY_POLICY);
      // Nor another member's shirt.
      const foreign = await addOwnShirt(scenario, "stranger");
      await expect(as("owner", put, [list, foreign])).rejects.toMatchObject(BY_POLICY);
      await as("owner", "select move_in_list($1, $2, 1)", [list, own]);
      const shown = async () =>
        (await as("visitor", "select jersey_id, own from items_of_list($1)", [list])).rows;
      const said = {
        title: "Red Star 1998",
        team: "Red Star",
        league: "SOCCER",
        season: "1998-99",
      };
      expect(await shown()).toEqual([
        { jersey_id: null, own: said },
        ...jerseys.map((jersey_id) => ({ jersey_id, own: null })),
      ]);
      const counted = async () =>
        Number((await as("visitor", "select jerseys from list($1)", [list])).rows[0].jerseys);
      expect(await counted()).toBe(4);
      // Taken out of the collection, it is in no list.
      const removed = "update copies set removed_at = $2 where id = $1";
      await as("owner", removed, [own, new Date()]);
      expect([await counted(), (await shown()).length]).toEqual([3, 3]);
      // Nor do reviewers read of a reported list what nobody sees.
      const reviewed =
        "select private.list_for_review(jsonb_populate_record(null::reports, $1))::text as words";
      const words = async () =>
        (await system(reviewed, [{ target_type: "list", target_id: list }])).rows[0].words;
      expect(await words()).not.toContain(said.title);
      await as("owner", removed, [own, null]);
      expect(await words()).toContain(said.title);
      // What is found for it is shown as long as it is the shirt's, and in no row of its own: that would count as a use.
      const find = "update copies set jersey_id = $2 where id = $1";
      await system(find, [own, fixture.approved]);
      expect((await shown()).map(({ jersey_id }) => jersey_id)).toEqual([
        fixture.approved,
        ...jerseys,
      ]);
      const used = "select from list_items where jersey_id = $1";
      expect((await system(used, [fixture.approved])).rowCount).toBe(0);
      await system(find, [own, null]);
      expect((await shown())[0]).toEqual({ jersey_id: null, own: said });
      // Nor is a jersey that only its member sees.
      await system(find, [own, fixture.pending]);
      expect((await shown())[0]).toEqual({ jersey_id: null, own: said });
    }));

  it("has a jersey once, also if it is found for a shirt beside it", () =>
    rules.scenario(async (scenario) => {
      const { list, jerseys } = await makeList(scenario);
      const own = await addOwnShirt(scenario, "owner");
      await scenario.as("owner", "insert into list_items (list_id, copy_id) values ($1, $2)", [
        list,
        own,
      ]);
      await scenario.system("update copies set jersey_id = $2 where id = $1", [own, jerseys[1]]);
      expect(await titles(scenario, list)).toEqual(TITLES);
      const { rows } = await scenario.as("visitor", "select jerseys from list($1)", [list]);
      expect(rows).toEqual([{ jerseys: "3" }]);
    }));

  it("is filled from a collection with its shirts without a page", () =>
    rules.scenario(async (scenario) => {
      const { list } = await makeList(scenario);
      const own = await addOwnShirt(scenario, "owner");
      const fill = () =>
        scenario.as("owner", "select added from fill_list($1, $2)", [
          list,
          { own: ["collection"] },
        ]);
      expect((await fill()).rows[0].added).toContain(own);
      expect((await fill()).rows[0].added).toEqual([]);
    }));

  it("isn't shown while its member is suspended, and they write nothing", () =>
    rules.scenario(async (scenario) => {
      const made = await makeList(scenario);
      await scenario.as("admin", "select suspend_member($1, reason => 'off_topic')", [
        rules.ids.owner,
      ]);
      expect(await answersTo(scenario, "visitor", made)).toEqual(NOTHING);
      const { outcome } = scenario;
      expect(await outcome("owner", "update lists set title = 'Autre'")).toBe("42501");
      expect(await outcome("owner", "update list_items set note = null")).toBe("42501");
      expect(await outcome("owner", "select fill_list($1, '{}')", [made.list])).toBe("42501");
      const move = "select move_in_list($1, $2, 2)";
      expect(await outcome("owner", move, [made.list, made.jerseys[0]])).toBe("42501");
      await scenario.as("admin", "select suspend_member($1, false)", [rules.ids.owner]);
      expect((await answersTo(scenario, "visitor", made)).list).toHaveLength(1);
    }));

  it("goes with its member's account", () =>
    rules.scenario(async (scenario) => {
      await makeList(scenario);
      await scenario.system("delete from auth.users where id = $1", [rules.ids.owner]);
      const { rows } = await scenario.system(
        "select (select count(*) from lists) + (select count(*) from list_items) as count",
      );
      expect(rows).toEqual([{ count: "0" }]);
    }));
});

describe("the pages that show a list", () => {
  const marked = async ({ system }: Scenario) => {
    const { rows } = await system(
      "delete from private.changes where kind = 'page' returning id as jersey_id",
    );
    return [...new Set(rows.map(({ jersey_id }) => jersey_id))].sort();
  };

  it("are read anew when it is made public, gets a jersey or its member is suspended", () =>
    rules.scenario(async (scenario) => {
      const made = await makeList(scenario, { isPublic: false });
      await marked(scenario);
      const sorted = made.jerseys.toSorted();
      await scenario.as("owner", "update lists set title = 'Toujours privée'");
      expect(await marked(scenario)).toEqual([]);
      await setPublic(scenario, made.list, true);
      expect(await marked(scenario)).toEqual(sorted);
      await add(scenario, made.list, fixture.approved);
      expect(await marked(scenario)).toEqual([fixture.approved]);
      await scenario.as("owner", "update list_items set note = 'Nulle part ailleurs'");
      expect(await marked(scenario)).toEqual([]);
      await scenario.as("admin", "select suspend_member($1, reason => 'off_topic')", [
        rules.ids.owner,
      ]);
      expect(await marked(scenario)).toEqual([...sorted, fixture.approved].sort());
    }));
});

describe("the log", () => {
  it("has what was public of a list, and nothing of a private one", () =>
    rules.scenario(async (scenario) => {
      const { list, jerseys } = await makeList(scenario, { isPublic: false });
      await scenario.as("owner", "update lists set title = 'Brouillon'");
      await scenario.as("owner", "update list_items set note = 'Brouillon' where jersey_id = $1", [
        jerseys[0],
      ]);
      expect(await log(scenario)).toEqual([]);
      await setPublic(scenario, list, true);
      const notes = {
        [jerseys[0]!]: "Brouillon",
        [jerseys[1]!]: MARKER,
        [jerseys[2]!]: MARKER,
      };
      await scenario.as("owner", "update lists set title = 'Publique'");
      await scenario.as("owner", "update list_items set note = 'Publique' where jersey_id = $1", [
        jerseys[1],
      ]);
      await setPublic(scenario, list, false);
      await scenario.as("owner", "update lists set title = 'Privée'");
      expect(await log(scenario)).toMatchObject([
        { table_name: "lists", action: "insert", after: { title: "Brouillon", notes } },
        {
          table_name: "lists",
          action: "update",
          before: { title: "Brouillon" },
          after: { title: "Publique" },
        },
        {
          table_name: "list_items",
          action: "update",
          before: { note: MARKER },
          after: { note: "Publique" },
        },
        { table_name: "lists", action: "delete", before: { title: "Publique" }, after: null },
      ]);
    }));
});

describe("a list that a reviewer hides", () => {
  const HIDE = "select hide_list($1, $2)";

  it("is seen by its member alone, who is told why, until it is put back", () =>
    rules.scenario(async (scenario) => {
      const made = await makeList(scenario);
      await scenario.as("reviewer", HIDE, [made.list, "Publicité"]);
      for (const persona of EVERYONE) {
        expect(await answersTo(scenario, persona, made), persona).toEqual(NOTHING);
      }
      const { rows } = await scenario.as("owner", "select title, is_hidden from lists");
      expect(rows).toEqual([{ title: MARKER, is_hidden: true }]);
      await passTime(scenario);
      const notices = "select outcome, about, title, note from notices order by created_at, id";
      expect((await scenario.as("owner", notices)).rows).toEqual([
        { outcome: "list_hidden", about: "list", title: MARKER, note: "Publicité" },
      ]);
      // Closing and opening it doesn't put it back.
      await setPublic(scenario, made.list, false);
      await setPublic(scenario, made.list, true);
      expect(await answersTo(scenario, "visitor", made)).toEqual(NOTHING);
      await scenario.as("reviewer", "select hide_list($1, null, false)", [made.list]);
      expect((await answersTo(scenario, "visitor", made)).list).toHaveLength(1);
      expect((await scenario.as("owner", notices)).rows).toHaveLength(2);
    }));

  it("and is put back within seconds tells its member nothing", () =>
    rules.scenario(async (scenario) => {
      const { list } = await makeList(scenario);
      await scenario.as("reviewer", HIDE, [list, "Publicité"]);
      await scenario.as("reviewer", "select hide_list($1, null, false)", [list]);
      await passTime(scenario);
      expect((await scenario.as("owner", "select from notices")).rows).toEqual([]);
    }));

  it("is hidden by reviewers and administrators, for a reason, and not by its member", () =>
    rules.scenario(async (scenario) => {
      const { list } = await makeList(scenario);
      const { outcome } = scenario;
      for (const persona of ["visitor", "stranger", "owner", "member"] as const) {
        expect(await outcome(persona, HIDE, [list, "Publicité"]), persona).toBe("42501");
      }
      for (const reason of [null, " ", "a".repeat(1001)]) {
        expect(await outcome("reviewer", HIDE, [list, reason])).toBe("PT400");
      }
      expect(await outcome("reviewer", HIDE, [crypto.randomUUID(), "Publicité"])).toBe("PT404");
      await setPublic(scenario, list, false);
      expect(await outcome("admin", HIDE, [list, "Publicité"]), "a private one").toBe("PT404");
      await setPublic(scenario, list, true);
      expect(await outcome("admin", HIDE, [list, "Publicité"])).toBe(1);
      await scenario.system("update lists set member_id = $1, is_hidden = false", [
        rules.ids.reviewer,
      ]);
      expect(await outcome("reviewer", HIDE, [list, "Publicité"]), "one's own").toBe("42501");
    }));
});

describe("reports of a list", () => {
  /** As the link in the mail does. */
  const confirm = async ({ system }: Scenario) => {
    const { rows } = await system("select token from claim_visitor_report_mail()");
    await system("select confirm_visitor_report($1)", [rows[0].token]);
  };
  const QUEUE = 'select title from queue(\'{"kind": "report"}\')';
  const REPORT =
    "insert into reports (reporter_id, target_type, target_id, category) values ($1, 'list', $2, 'offensive')";

  it("are made by who sees it, read by reviewers, and show its words only while it is public", () =>
    rules.scenario(async (scenario) => {
      const { list } = await makeList(scenario);
      const { as, outcome } = scenario;
      await setPublic(scenario, list, false);
      expect(await outcome("stranger", REPORT, [rules.ids.stranger, list]), "private").toBe(
        "42501",
      );
      await setPublic(scenario, list, true);
      expect(await outcome("stranger", REPORT, [rules.ids.stranger, list])).toBe(1);
      const read = "select title, detail -> 'list' as list from queue('{\"kind\": \"report\"}')";
      const words = { title: MARKER, description: MARKER, is_hidden: false };
      expect((await as("reviewer", read)).rows).toEqual([
        { title: MARKER, list: { ...words, notes: [MARKER, MARKER, MARKER] } },
      ]);
      await setPublic(scenario, list, false);
      // The title is what was reported; the words are their member's again.
      expect((await as("reviewer", read)).rows).toEqual([{ title: MARKER, list: null }]);
      await setPublic(scenario, list, true);
      await as("reviewer", "select hide_list($1, 'Insulte')", [list]);
      const hidden = { list: { ...words, is_hidden: true } };
      expect((await as("reviewer", read)).rows).toMatchObject([hidden]);
      await setPublic(scenario, list, false);
      expect((await as("reviewer", read)).rows, "hidden, then private").toEqual([
        { title: MARKER, list: null },
      ]);
    }));

  it("hide it: it is among one's decisions, and its member contests it once", () =>
    rules.scenario(async (scenario) => {
      const { list } = await makeList(scenario);
      const { as, outcome } = scenario;
      await as("stranger", REPORT, [rules.ids.stranger, list]);
      const { rows } = await scenario.system("select id from reports");
      const settle = "select settle_reports(array[$1]::uuid[], 'hidden', 'offensive')";
      await as("reviewer", settle, [rows[0].id]);
      const mine = "select ids, kind, target_type, title from my_decisions()";
      expect((await as("reviewer", mine)).rows).toEqual([
        { ids: [list], kind: "hidden", target_type: "list", title: MARKER },
      ]);
      expect((await as("admin", mine)).rows).toEqual([]);
      const notices = "select id from notices where outcome = 'list_hidden'";
      await scenario.system("update notices set due_at = now() - interval '1 minute'");
      const [{ id }] = (await as("owner", notices)).rows;
      const contest = "select contest_notice($1, 'Corrigé.')";
      expect(await outcome("stranger", contest, [id])).toBe("PT404");
      await as("owner", contest, [id]);
      expect(await outcome("owner", contest, [id])).toBe("PT409");
      // Somebody else decides.
      expect(await outcome("reviewer", settle, [rows[0].id])).toBe("PT403");
      expect((await as("admin", QUEUE)).rows).toHaveLength(1);
      await as("admin", "select hide_list($1, '', false)", [list]);
      await as("admin", "select settle_reports(array[$1]::uuid[])", [rows[0].id]);
      expect((await as("reviewer", mine)).rows).toEqual([]);
      const shown = "select is_hidden from lists where id = $1";
      expect((await as("owner", shown, [list])).rows).toEqual([{ is_hidden: false }]);
    }));

  it("keep it hidden after a contest: its member is told, and it is on no list while it is private", () =>
    rules.scenario(async (scenario) => {
      const { list } = await makeList(scenario);
      const { as } = scenario;
      await as("stranger", REPORT, [rules.ids.stranger, list]);
      const { rows } = await scenario.system("select id from reports");
      const settle = "select settle_reports(array[$1]::uuid[], 'hidden', 'offensive')";
      await as("reviewer", settle, [rows[0].id]);
      await scenario.system("update notices set due_at = now() - interval '1 minute'");
      const notices =
        "select id, is_again from notices where outcome = 'list_hidden' order by is_again";
      const [{ id }] = (await as("owner", notices)).rows;
      await as("owner", "select contest_notice($1, 'Corrigé.')", [id]);
      await scenario.system("update notices set created_at = now() - interval '1 minute'");
      await as("admin", settle, [rows[0].id]);
      await scenario.system("update notices set due_at = now() - interval '1 minute'");
      expect((await as("owner", notices)).rows).toMatchObject([
        { id, is_again: false },
        { is_again: true },
      ]);
      const mine = "select from my_decisions()";
      expect((await as("admin", mine)).rows).toHaveLength(1);
      await as("owner", "update lists set is_public = false where id = $1", [list]);
      expect((await as("admin", mine)).rows).toEqual([]);
    }));

  it("about a reviewer's own list are for others", () =>
    rules.scenario(async (scenario) => {
      const { list } = await makeList(scenario);
      await scenario.as("stranger", REPORT, [rules.ids.stranger, list]);
      await scenario.system("update lists set member_id = $1", [rules.ids.reviewer]);
      expect((await scenario.as("reviewer", QUEUE)).rows).toEqual([]);
      expect(await scenario.outcome("reviewer", "select from reports")).toBe(0);
      expect((await scenario.as("admin", QUEUE)).rows).toHaveLength(1);
    }));

  it("stand for each other, and end with the list: its reporters are told", () =>
    rules.scenario(async (scenario) => {
      const { list } = await makeList(scenario);
      await scenario.as("stranger", REPORT, [rules.ids.stranger, list]);
      await scenario.as("member", REPORT, [rules.ids.member, list]);
      expect((await scenario.as("reviewer", QUEUE)).rows).toHaveLength(1);
      const figures = "select by_kind from queue_figures()";
      expect((await scenario.as("reviewer", figures)).rows).toEqual([
        { by_kind: { report: 1, new: 1 } },
      ]);
      await scenario.as("owner", "delete from lists where id = $1", [list]);
      expect((await scenario.as("admin", "select from reports")).rowCount).toBe(0);
      for (const persona of ["stranger", "member"] as const) {
        expect(
          (await scenario.as(persona, "select outcome, about, title from notices")).rows,
        ).toEqual([{ outcome: "removed", about: "list", title: MARKER }]);
      }
    }));

  it("come from people without an account too, of public lists only", () =>
    rules.scenario(async (scenario) => {
      const { list } = await makeList(scenario);
      const file = () =>
        scenario.system(
          `select file_visitor_report('list', $1, 'offensive', 'Insulte', null, 'ana@example.test', 'fr', 'x')`,
          [list],
        );
      await file();
      const { rows } = await scenario.system("select target_type, title from visitor_reports");
      expect(rows).toEqual([{ target_type: "list", title: MARKER }]);
      await setPublic(scenario, list, false);
      await scenario.system("savepoint closed");
      await expect(file()).rejects.toMatchObject({ message: "report_target_unknown" });
      await scenario.system("rollback to savepoint closed");
      // What its member wrote after closing it is in no report of what was public.
      await scenario.as("owner", "update lists set title = 'Brouillon'");
      await confirm(scenario);
      const reports = await scenario.as("reviewer", "select reported_name from reports");
      expect(reports.rows).toEqual([{ reported_name: MARKER }]);
    }));

  it("are confirmed as long as the list is there", () =>
    rules.scenario(async (scenario) => {
      const { list } = await makeList(scenario);
      await scenario.system(
        `select file_visitor_report('list', $1, 'offensive', 'Insulte', null, 'ana@example.test', 'fr', 'x')`,
        [list],
      );
      await scenario.as("owner", "delete from lists where id = $1", [list]);
      await expect(confirm(scenario)).rejects.toMatchObject({ message: "report_target_unknown" });
    }));
});

describe("how much of a list a member has", () => {
  it("is told of lists that they see, and of nobody else's shelves", () =>
    rules.scenario(async (scenario) => {
      const { list, jerseys } = await makeList(scenario, { isPublic: false });
      const { as, outcome } = scenario;
      for (const [persona, jersey] of [
        ["owner", jerseys[0]],
        ["stranger", jerseys[1]],
      ] as const) {
        await as(persona, "insert into user_collections (jersey_id) values ($1)", [jersey]);
      }
      await as("owner", "insert into user_wishlists (jersey_id) values ($1)", [jerseys[2]]);
      const read = async (persona: Persona) =>
        (await as(persona, "select is_held, is_wished from held_of_list($1)", [list])).rows.map(
          ({ is_held, is_wished }) => (is_held ? "held" : is_wished ? "wished" : "missing"),
        );
      expect(await read("owner")).toEqual(["held", "missing", "wished"]);
      for (const persona of ["stranger", "reviewer", "admin"] as const) {
        expect(await read(persona), persona).toEqual([]);
      }
      await setPublic(scenario, list, true);
      expect(await read("stranger")).toEqual(["missing", "held", "missing"]);
      expect(await outcome("visitor", "select * from held_of_list($1)", [list])).toBe("42501");
    }));
});
