import { afterAll, beforeAll } from "vitest";

import { createRules, type Guest, type Rules } from "./rules.ts";

export interface Fixture {
  competition: string;
  retiredCompetition: string;
  season: string;
  team: string;
  retiredTeam: string;
  brand: string;
  /** The owner's jerseys, one in every state. */
  approved: string;
  pending: string;
  rejected: string;
  inactive: string;
  image: string;
  pendingImage: string;
  comment: string;
  hiddenComment: string;
}

/** A database of the file's own for all of its tests, with the fixture in it, and further members. */
export function setUpRules(guests: readonly Guest[] = []): { rules: Rules; fixture: Fixture } {
  // Filled before the first test.
  const [rules, fixture] = [{} as Rules, {} as Fixture];
  beforeAll(async () => {
    Object.assign(rules, await createRules(undefined, guests));
    Object.assign(fixture, await createFixture(rules));
  });
  afterAll(() => rules.close());
  return { rules, fixture };
}

/** Fills a database with one row of everything, and the owner's jerseys in every state. */
export async function createFixture(rules: Rules): Promise<Fixture> {
  const id = async (text: string, values: unknown[] = []): Promise<string> => {
    const { rows } = await rules.system(`${text} returning id`, values);
    return rows[0].id;
  };
  const competition = await id(
    "insert into competitions (league, name) values ('SOCCER', 'Ligue 1')",
  );
  const retiredCompetition = await id(
    "insert into competitions (league, name, is_active) values ('SOCCER', 'Division 1', false)",
  );
  const season = await id("insert into seasons (code, name) values ('2024-25', '2024-2025')");
  await id("insert into seasons (code, name, is_active) values ('1995-96', '1995-1996', false)");
  const team = await id(
    "insert into teams (name, competition_id) values ('AS Saint-Étienne', $1)",
    [competition],
  );
  const retiredTeam = await id(
    "insert into teams (name, competition_id, is_active) values ('Matra Racing', $1, false)",
    [competition],
  );
  await id("insert into team_seasons (team_id, season_id) values ($1, $2)", [team, season]);
  const brand = await id("insert into brands (name) values ('Le Coq Sportif')");

  const jersey = (title: string, columns: Record<string, unknown>): Promise<string> => {
    const row: Record<string, unknown> = {
      title,
      author_id: rules.ids.owner,
      league: "SOCCER",
      competition_id: competition,
      season_id: season,
      team_id: team,
      ...columns,
    };
    const values = Object.values(row);
    const places = values.map((_, index) => `$${index + 1}`);
    return id(
      `insert into jerseys (${Object.keys(row).join(", ")}) values (${places.join(", ")})`,
      values,
    );
  };
  const approved = await jersey("Maillot vert", { status: "approved" });
  const pending = await jersey("Maillot blanc", {});
  const rejected = await jersey("Maillot flou", {
    status: "rejected",
    moderation_note: "Photo illisible",
  });
  const inactive = await jersey("Maillot retiré", { status: "approved", is_active: false });

  const image = (jerseyId: string, name: string): Promise<string> =>
    id("insert into jersey_images (jersey_id, url) values ($1, $2)", [
      jerseyId,
      publicUrl(rules.ids.owner, name),
    ]);
  const comment = (body: string, hidden: boolean): Promise<string> =>
    id("insert into comments (jersey_id, author_id, body, is_hidden) values ($1, $2, $3, $4)", [
      approved,
      rules.ids.owner,
      body,
      hidden,
    ]);
  const fixture: Fixture = {
    competition,
    retiredCompetition,
    season,
    team,
    retiredTeam,
    brand,
    approved,
    pending,
    rejected,
    inactive,
    image: await image(approved, "vert.webp"),
    pendingImage: await image(pending, "blanc.webp"),
    comment: await comment("Le plus beau.", false),
    hiddenComment: await comment("Insulte", true),
  };
  await rules.derived();
  return fixture;
}

/** More jerseys of the fixture's team, public if not said otherwise; returns their ids. */
export async function addJerseys(
  { system }: Pick<Rules, "system">,
  fixture: Fixture,
  author: string,
  titles: readonly string[],
  status = "approved",
): Promise<string[]> {
  const { rows } = await system(
    `insert into jerseys (title, author_id, league, competition_id, season_id, team_id, status)
     select title, $2, 'SOCCER', $3, $4, $5, $6 from unnest($1::text[]) title returning id`,
    [titles, author, fixture.competition, fixture.season, fixture.team, status],
  );
  return rows.map(({ id }) => id);
}

/** A file's address in the storage service's format. */
export function publicUrl(folder: string, name: string): string {
  return `http://127.0.0.1:3000/storage/v1/object/public/jerseys/${folder}/${name}`;
}

/** Stores files in a member's folder, as an upload does. */
export async function addFiles(
  rules: Pick<Rules, "system">,
  folder: string,
  names: readonly string[],
): Promise<void> {
  await rules.system(
    `insert into storage.objects (bucket_id, name, owner, owner_id)
     select 'jerseys', $1::text || '/' || name, $1::uuid, $1::text from unnest($2::text[]) name`,
    [folder, names],
  );
}
