import { JERSEY_FACTS } from "../../../app/shared/domain/facts/jersey.ts";
import { randomFrom } from "../../support/fuzz/random.ts";
import type { BackendFixture } from "../../support/backend-fixture.ts";
import { publicUrl } from "../../rules/support/fixture.ts";

/** A small catalogue, and what administrators and members do to it by chance. */
export interface World {
  /** Does something; true if the database let it happen. */
  act(): Promise<boolean>;
  members: string[];
  /** The administrator's functions that did something. */
  done: ReadonlySet<string>;
}

const WORDS = ["Ajax, Amsterdam", 'le "vieux"', "=1+1", "ÇA É ñ 東京 👕", "O’Neill", "-5", "a\\b"];

/** The facts that have a list of values, with some of them. */
const choices = (name: string) =>
  (JERSEY_FACTS.find((fact) => fact.name === name) as { choices?: readonly string[] }).choices!;

export async function createWorld(site: BackendFixture, seed: number): Promise<World> {
  const { sql } = site;
  const random = randomFrom(seed, 0);
  const pick = <T>(from: readonly T[]): T => from[random(from.length)]!;
  const ids = async (text: string, values: unknown[] = []): Promise<string[]> =>
    (await sql(text, values)).rows.map(({ id }) => id as string);
  const admin = await site.account("chef");
  await sql("insert into user_roles (user_id, role) values ($1, 'admin')", [admin.id]);
  const members: string[] = [admin.id];
  for (const name of ["lou", "sacha", "camille"]) members.push((await site.account(name)).id);
  await sql("delete from private.write_limits");

  const competitions = await ids(
    `insert into competitions (league, name, country) values
     ('SOCCER', 'Ligue 1', 'France'), ('SOCCER', 'Coupe, "la vraie"', null), ('NBA', 'NBA', 'USA') returning id`,
  );
  const seasons = await ids(
    `insert into seasons (code, name) select y || '-' || to_char(mod(y + 1, 100), 'FM00'), y || '-' || (y + 1)
     from generate_series(1997, 2001) y returning id`,
  );
  let brands = await ids(
    "insert into brands (name) select 'Marque ' || n from generate_series(1, 5) n returning id",
  );
  let teams = await ids(
    `insert into teams (name, short_name, competition_id, founded_year, colors)
     select 'Équipe ' || n, case when n > 3 then 'E' || n end, $1, 1900 + n, array['#aa00ff', '#ffffff']
     from generate_series(1, 12) n returning id`,
    [competitions[0]],
  );
  let jerseys: string[] = [];
  const batches: string[] = [];

  async function addJersey(status = "approved"): Promise<void> {
    const added = await ids(
      `insert into jerseys (league, competition_id, season_id, team_id, brand_id, author_id, title, year, kit_type,
         pattern, sponsor, edition, product_codes, price, external_link, description, status, colors)
       values ('SOCCER', $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 'Mot secret', $15, $16) returning id`,
      [
        ...[pick(competitions.slice(0, 2)), pick(seasons), pick(teams), pick([...brands, null])],
        ...[pick(members), `Maillot ${pick(WORDS)}`, pick([1998, null]), pick(choices("kit_type"))],
        ...[pick([...choices("pattern"), null]), pick([...WORDS, null]), pick([...WORDS, null])],
        ...[pick([[], ["AB-12", "CD 34"]]), pick([0, 89.9, 120, null])],
        ...[pick(["https://example.org/a,b", null]), status],
        pick([[], ["red", "white"], ["blue"]]),
      ],
    );
    jerseys.push(...added);
    for (let n = random(3); n > 0; n -= 1) await addPhoto(added[0]!);
  }

  async function addPhoto(jersey: string): Promise<void> {
    const url = publicUrl(pick(members), `${jersey}-${random(1e9)}.webp`);
    await sql(
      `insert into jersey_images (jersey_id, url, position, kind, licence, rights_stated)
       values ($1, $2, $3, $4, $5, true)`,
      [jersey, url, random(9), pick(["front", null]), pick(["CC-BY-SA-4.0", "shown-here-only"])],
    );
  }

  const done = new Set<string>();
  const merged = async (name: string, args: object) => {
    const { data, error } = await admin.client.rpc(name, args);
    if (error) throw error;
    batches.push(String(data));
    done.add(name);
  };
  const anyImage = "(select id from jersey_images order by md5(id::text || $1) limit 1)";
  const chance = () => String(random(1e9));
  const toggle = (table: string, all: readonly string[]) => () =>
    sql(`update ${table} set is_active = not is_active where id = $1`, [pick(all)]);

  const actions: (() => Promise<unknown>)[] = [
    () =>
      merged("merge_jerseys", {
        from_id: pick(jerseys),
        into_id: pick(jerseys),
        reason: "Deux fois le même",
      }),
    () =>
      merged("merge_jerseys", {
        from_id: pick(jerseys),
        into_id: pick(jerseys),
        reason: "Deux fois le même",
      }),
    () => merged("remove_jersey", { jersey_id: pick(jerseys), reason: "Ce n’est pas un maillot" }),
    async () => {
      const { data, error } = await admin.client.rpc("undo", {
        batch_id: pick(batches),
        reason: "Une erreur de ma part",
      });
      if (error) throw error;
      if (data.undone > 0) done.add("undo");
    },
    async () => {
      const [from_id, into_id] = [pick(teams), pick(teams)];
      const { error } = await admin.client.rpc("merge_teams", { from_id, into_id });
      if (error) throw error;
      teams = teams.filter((id) => id !== from_id);
      done.add("merge_teams");
    },
    () => addJersey(),
    () => addJersey("pending"),
    () =>
      sql("update jerseys set status = $2 where id = $1", [
        pick(jerseys),
        pick(["approved", "rejected"]),
      ]),
    () =>
      sql("update jerseys set title = $2 where id = $1", [
        pick(jerseys),
        `${pick(WORDS)} ${chance()}`,
      ]),
    () => sql("update jerseys set price = $2 where id = $1", [pick(jerseys), random(900) / 10]),
    toggle("jerseys", jerseys),
    async () => {
      const id = pick(jerseys);
      await sql("delete from jerseys where id = $1", [id]);
      jerseys = jerseys.filter((other) => other !== id);
    },
    () => addPhoto(pick(jerseys)),
    () => addPhoto(pick(jerseys)),
    () => sql(`delete from jersey_images where id = ${anyImage}`, [chance()]),
    () => sql(`update jersey_images set position = 9 where id = ${anyImage}`, [chance()]),
    () =>
      sql(`update jersey_images set licence = 'CC-BY-SA-4.0' where id = ${anyImage}`, [chance()]),
    () =>
      sql("update profiles set display_name = $2 where id = $1", [
        pick(members),
        `Nom ${chance()}`,
      ]),
    toggle("teams", teams),
    toggle("seasons", seasons),
    toggle("competitions", competitions),
    () => sql("update teams set name = $2 where id = $1", [pick(teams), `Équipe ${chance()}`]),
    () =>
      sql("insert into team_aliases (team_id, alias) values ($1, $2)", [
        pick(teams),
        `Alias ${chance()}`,
      ]),
    () => sql("update brands set name = $2 where id = $1", [pick(brands), `Marque ${chance()}`]),
    async () => {
      brands = [
        ...brands,
        ...(await ids("insert into brands (name) values ($1) returning id", [chance()])),
      ];
    },
    async () => {
      const id = pick(brands);
      await sql("delete from brands where id = $1", [id]);
      brands = brands.filter((other) => other !== id);
    },
    () =>
      sql("insert into team_seasons (team_id, season_id, competition_id) values ($1, $2, $3)", [
        ...[pick(teams), pick(seasons), pick(competitions)],
      ]),
    () =>
      sql(
        "delete from team_seasons where id = (select id from team_seasons order by random() limit 1)",
      ),
    () => sql("update seasons set name = $2 where id = $1", [pick(seasons), `Saison ${chance()}`]),
  ];

  for (let n = 0; n < 30; n += 1) await addJersey();
  for (let n = 0; n < 20; n += 1) await act(actions.at(-3)!);

  async function act(action = pick(actions)): Promise<boolean> {
    return action().then(
      () => true,
      () => false,
    );
  }
  return { act: () => act(), members, done };
}
