import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";

import { listMigrations } from "../../scripts/migration/step-file.ts";
import { SUPABASE_DIR } from "../support/database.ts";
import { beforeMigration, migrationText } from "../support/migrations.ts";
import { atOnce } from "../rules/support/at-once.ts";
import { createRules, type Rules } from "../rules/support/rules.ts";
import {
  contest,
  decide,
  no,
  photoOf,
  queue,
  readSuggestion,
  suggest,
  yes,
} from "../rules/support/suggestions.ts";
import {
  addFiles,
  addJerseys,
  createFixture,
  publicUrl,
  type Fixture,
} from "../rules/support/fixture.ts";

// A database from before the step, with one row of each kind and state, and what becomes of it.

const STEP = listMigrations(join(SUPABASE_DIR, "migrations")).find((file) =>
  file.endsWith("_one_suggestion.sql"),
)!;
const TITLES = [
  "retouche",
  "retouche refusée",
  "photo",
  "deux fois",
  "contesté",
  "refusé",
  "accepté",
  "repris",
  "à retirer",
] as const;
type Title = (typeof TITLES)[number];

let rules: Rules;
let fixture: Fixture;
const jersey = {} as Record<Title, string>;
/** The first photo of each, in public. */
const image = {} as Record<Title, string>;
/** What was said of each. */
const said = {} as Record<Title, string>;

const { run: as, committed } = atOnce(() => rules);

const file = (title: Title, n: number) => `${TITLES.indexOf(title)}-${n}.webp`;
const own = (title: Title, n: number) => publicUrl(rules.ids.owner, file(title, n));
const photo = (title: Title, n: number) =>
  photoOf(rules.ids.member, file(title, n).replace(".webp", ""));
const urls = async (title: Title) =>
  (
    await rules.system(
      "select url from jersey_images where jersey_id = $1 and suggestion_id is null order by position, id",
      [jersey[title]],
    )
  ).rows.map(({ url }) => url);
const facts = async (title: Title) =>
  (await rules.system("select edition, year from jerseys where id = $1", [jersey[title]])).rows[0];

/** Everything that an author can change: a text, two photos more, one less, another order. */
async function edit(title: Title): Promise<void> {
  await as("owner", "update jerseys set edition = 'Finale' where id = $1", [jersey[title]]);
  const ids: string[] = [];
  for (const n of [1, 2]) {
    const { rows } = await as(
      "owner",
      "insert into jersey_images (jersey_id, url, position) values ($1, $2, $3) returning id",
      [jersey[title], own(title, n), n],
    );
    ids.push(rows[0].id);
  }
  await as("owner", "delete from jersey_images where id = $1", [image[title]]);
  await as("owner", "select order_images($1, $2)", [jersey[title], ids.toReversed()]);
  const edits = await rules.system("select id from jersey_edits where jersey_id = $1", [
    jersey[title],
  ]);
  said[title] = edits.rows[0].id;
}
async function suggested(title: Title, changes: object, photos: object[] = []): Promise<void> {
  said[title] = (await suggest(committed, { target: jersey[title], changes, photos })).id;
}
/** One decision on all of it, before the step. */
async function decided(title: Title, verdict: object): Promise<void> {
  await as(
    "otherReviewer",
    `select decide_suggestion(id, (select jsonb_object_agg(key, $2::jsonb) from unnest(pending) key), edited_at)
     from suggestion_queue() where id = $1`,
    [said[title], JSON.stringify(verdict)],
  );
}

beforeAll(async () => {
  rules = await beforeMigration(STEP, (folder) =>
    createRules(folder, ["reviewer", "otherReviewer", "member"]),
  );
  fixture = await createFixture(rules);
  for (const title of TITLES) {
    const names = [0, 1, 2].map((n) => file(title, n));
    for (const member of ["owner", "member"] as const) {
      await addFiles(rules, rules.ids[member], names);
    }
    const [id] = await addJerseys(rules, fixture, rules.ids.owner, [`Maillot ${title}`]);
    jersey[title] = id!;
    const images = await rules.system(
      "insert into jersey_images (jersey_id, url) values ($1, $2) returning id",
      [jersey[title], own(title, 0)],
    );
    image[title] = images.rows[0].id;
  }
  await edit("retouche");
  await edit("retouche refusée");
  await as("reviewer", "select moderate_jersey($1, 'rejected', 'Photos floues')", [
    jersey["retouche refusée"],
  ]);
  await suggested("photo", { year: 1976 }, [photo("photo", 0)]);
  await suggested("deux fois", { year: 1976, edition: "Coupe" });
  await suggested("deux fois", { year: 1977 }, [photo("deux fois", 0)]);
  for (const title of ["contesté", "refusé"] as const) {
    await suggested(title, { year: 1976 }, [photo(title, 0)]);
    await decided(title, no);
  }
  await contest(committed, said["contesté"]);
  await suggested("accepté", { year: 1976 }, [photo("accepté", 0)]);
  await decided("accepté", yes);
  await suggested("repris", { year: 1976 }, [photo("repris", 0)]);
  await as("member", "select withdraw_suggestion($1)", [said.repris]);
  await suggested("à retirer", { removal: "unlawful" });

  await rules.system("begin");
  await rules.system(migrationText(STEP));
  await rules.system("commit");
});
afterAll(() => rules.close());

it("what waited waits, the two of one member about one thing as one", async () => {
  const rows = await queue(committed);
  const of = (title: Title) => rows.find(({ target_id }) => target_id === jersey[title]);
  expect(rows.map(({ title }) => title).toSorted()).toEqual(
    ["contesté", "deux fois", "photo", "retouche", "à retirer"]
      .map((title) => `Maillot ${title}`)
      .concat("Maillot blanc")
      .toSorted(),
  );
  expect(of("retouche")).toMatchObject({
    id: said.retouche,
    kind: "edit",
    username: "owner",
    detail: {
      is_author: true,
      source: null,
      conflicts: [],
      words: { edition: { before: null, after: "Finale" } },
    },
  });
  expect(
    of("retouche")
      .detail.photos.map(({ url }: { url: string }) => url)
      .toSorted(),
  ).toEqual([0, 1, 2].map((n) => own("retouche", n)));
  expect(of("deux fois")).toMatchObject({
    username: "member",
    detail: { changes: { year: 1977, edition: "Coupe" }, photos: [{ kind: "back" }] },
  });
  expect(of("contesté").detail).toMatchObject({ contest: "La photo le montre.", conflicts: [] });
  expect(of("à retirer")).toMatchObject({ kind: "removal", detail: { pending: ["removal"] } });
});

it("what was decided is decided, and the photos of what was accepted are public", async () => {
  for (const [title, status] of [
    ["retouche refusée", "refused"],
    ["refusé", "refused"],
    ["accepté", "accepted"],
    ["repris", "withdrawn"],
  ] as const) {
    expect(await readSuggestion(committed, said[title])).toMatchObject({ status });
  }
  expect(await urls("accepté")).toEqual([own("accepté", 0), photo("accepté", 0).url]);
  expect(await urls("retouche refusée")).toEqual([own("retouche refusée", 0)]);
  const { verdicts } = await readSuggestion(committed, said["retouche refusée"]);
  const refused = { accepted: false, reason: "other", note: "Photos floues" };
  expect(Object.values(verdicts)).toEqual(Array.from({ length: 5 }, () => refused));
});

it("is accepted as what was wanted before, and undone", async () => {
  for (const title of ["retouche", "photo", "deux fois", "contesté"] as const) {
    const { id } = (await queue(committed)).find(({ target_id }) => target_id === jersey[title])!;
    const before = [await facts(title), await urls(title)];
    const { batch_id, status } = await decide(committed, id, yes);
    expect(status).toBe("accepted");
    expect([await facts(title), await urls(title)]).toEqual(
      {
        retouche: [{ edition: "Finale", year: null }, [own(title, 2), own(title, 1)]],
        photo: [{ edition: null, year: 1976 }, [own(title, 0), photo(title, 0).url]],
        "deux fois": [{ edition: "Coupe", year: 1977 }, [own(title, 0), photo(title, 0).url]],
        contesté: [{ edition: null, year: 1976 }, [own(title, 0), photo(title, 0).url]],
      }[title],
    );
    await as("reviewer", "select undo(batch_id => $1, reason => 'Trop vite')", [batch_id]);
    expect([await facts(title), await urls(title)]).toEqual(before);
    expect(await readSuggestion(committed, id)).toMatchObject({ status: "open" });
  }
});

it("what was refused is contested, by authors too", async () => {
  await contest(committed, said["refusé"]);
  await contest(committed, said["retouche refusée"], "owner");
  for (const title of ["refusé", "retouche refusée"] as const) {
    await decide(committed, said[title], yes, {
      by: title === "refusé" ? "reviewer" : "otherReviewer",
    });
  }
  expect(await urls("refusé")).toEqual([own("refusé", 0), photo("refusé", 0).url]);
  expect(await urls("retouche refusée")).toEqual([2, 1].map((n) => own("retouche refusée", n)));
});
