import type { KitType } from "../../shared/domain/kit-types.ts";
import type { Client } from "../../shared/data/client.ts";
import { jerseysByIds } from "../../shared/data/jerseys/by-ids.ts";
import type { JerseySummary } from "../../shared/domain/jersey.ts";
import { drawnLeague, type SportOfShirt } from "../../shared/domain/leagues.ts";
import { jerseyTitle } from "../../shared/i18n/catalogue-names.ts";
import type { Language } from "../../shared/i18n/languages.ts";

/** What a member shows to everyone who has the link of their page. */
export type Showcase = NonNullable<Awaited<ReturnType<typeof readShowcase>>>;

const TEAM = "id, name, colors, country, competition:competitions(slug, league)";

/** One of the shirts that a member shows first: a jersey of the catalogue, or a shirt without a page. */
type ShownShirt = {
  place: number;
  line: string | null;
  printed: string | undefined;
  /** The address of the photo that was chosen for it. */
  photo: string | undefined;
} & ({ jersey: JerseySummary; own?: undefined } | { jersey?: undefined; own: OwnShirt });

/** The rows of `showcase()`, `showcase_shirts()` and `showcase_sets()`. */
interface Own {
  about: string | null;
  teams: string[];
  with_wishes: boolean;
  copies: number;
  copy_teams: number;
}
/** A row of `showcase_own()`. */
interface StoredOwn {
  title: string;
  team: string;
  league: SportOfShirt;
  year: number | null;
  kit_type: KitType | null;
  /** Of its team, as the catalogue has it. */
  colors: string[] | null;
  country: string | null;
  competition: string | null;
  printed_name: string | null;
  printed_number: string | null;
  place: number | null;
}
interface Shown {
  place: number;
  /** Null for a shirt without a page. */
  jersey_id: string | null;
  line: string | null;
  /** The file in bucket `copies` of the photo that was chosen. */
  photo: string | null;
}
interface Held {
  team_id: string;
  kit_type: KitType;
  held: number;
  jerseys: number;
}

/**
 * What a member shows: their words, up to three clubs, up to five shirts and six sets; null unless
 * they show it (docs/product/show.md 27.1).
 */
export async function readShowcase(client: Client, username: string, lang: Language) {
  const { data } = await client
    .rpc("showcase", { username }, { get: true })
    .maybeSingle()
    .throwOnError();
  if (!data) return null;
  const own = data as Own;
  const [shirts, sets] = await Promise.all([
    readShown(client, username),
    client.rpc("showcase_sets", { username }, { get: true }).throwOnError(),
  ]);
  const held = sets.data as Held[];
  const ids = shirts.flatMap(({ jersey_id }) => jersey_id ?? []);
  const [jerseys, pageless, names, teams] = await Promise.all([
    jerseysByIds(client, ids, lang),
    ids.length < shirts.length ? readOwnShirts(client, username, lang, true) : [],
    readNames(
      client,
      username,
      ids.map((id) => ({ id })),
    ),
    readTeams(client, [...own.teams, ...held.map(({ team_id }) => team_id)]),
  ]);
  return {
    about: own.about,
    hasWishes: own.with_wishes,
    /** How many copies of how many teams they have, as in their own collection. */
    copies: own.copies,
    teams: own.copy_teams,
    clubs: own.teams.flatMap((id) => teams.get(id) ?? []),
    shirts: shirts.flatMap(({ place, jersey_id, line, photo }): ShownShirt[] => {
      const address = photo === null ? undefined : `/shown/${username}/${place}.webp`;
      const shown = { place, line, photo: address };
      const jersey = jersey_id === null ? undefined : jerseys.get(jersey_id);
      if (jersey) return [{ ...shown, jersey, printed: names.at(place) }];
      const own = pageless.find((shirt) => shirt.place === place);
      return own ? [{ ...shown, own, printed: own.printed }] : [];
    }),
    sets: held.flatMap(({ team_id, kit_type, held, jerseys: total }) => {
      const team = teams.get(team_id);
      return team ? [{ team, kitType: kit_type, held, total }] : [];
    }),
  };
}

/**
 * What is printed on the back of a member's shirts, of some jerseys: “ZIDANE 10”. None unless they show it
 * (docs/product/show.md 27.3).
 */
export async function readNames(
  client: Client,
  username: string,
  jerseys: readonly { id: string }[],
) {
  const { data } = await client
    .rpc("showcase_names", { username, jerseys: jerseys.map(({ id }) => id) }, { get: true })
    .throwOnError();
  const names = data as { jersey_id: string; place: number | null; printed: string }[];
  return {
    /** On all copies of a jersey. */
    of: ({ id }: { id: string }) => [
      ...new Set(names.flatMap(({ jersey_id, printed }) => (jersey_id === id ? printed : []))),
    ],
    /** On the shirt that is shown at a place. */
    at: (wanted: number) => names.find(({ place }) => place === wanted)?.printed,
  };
}

/** Jerseys of a member's collection: one that would be drawn has the photo that its member shows of it. */
export function withShownPhotos(
  jerseys: readonly JerseySummary[],
  { shirts }: Showcase,
): JerseySummary[] {
  const photos = new Map(shirts.map(({ jersey, photo }) => [jersey?.id, photo]));
  return jerseys.map((jersey) => {
    const photo = jersey.images.length === 0 && photos.get(jersey.id);
    return photo ? { ...jersey, shownPhoto: photo } : jersey;
  });
}

/** A shirt without a page, as its member shows it. */
export type OwnShirt = Awaited<ReturnType<typeof readOwnShirts>>[number];

/** Shirts without a page that are shown at most: a collection of more has them in the catalogue, or in its owner's lists. */
const OWN = 500;

/**
 * The shirts of a shown collection that the catalogue lacks, the newest first.
 * @param isFirst only those that their member shows first
 */
export async function readOwnShirts(
  client: Client,
  username: string,
  lang: Language,
  isFirst = false,
) {
  const shirts = client.rpc("showcase_own", { username }, { get: true });
  const { data } = await (isFirst ? shirts.not("place", "is", null) : shirts)
    .limit(OWN)
    .throwOnError();
  return (data as StoredOwn[]).map((shirt) => {
    const {
      title,
      team,
      league,
      year,
      kit_type,
      printed_name: name,
      printed_number: number,
    } = shirt;
    const teams = shirt.colors && {
      colors: shirt.colors,
      country: shirt.country,
      competition: shirt.competition === null ? null : { slug: shirt.competition },
    };
    return {
      ...{ league: drawnLeague(league), year, kit_type, number, team, place: shirt.place },
      title: jerseyTitle(title, { team, teams }, lang),
      teams: teams && { colors: teams.colors },
      printed: [name, number].filter(Boolean).join(" "),
    };
  });
}

async function readShown(client: Client, username: string): Promise<Shown[]> {
  const { data } = await client.rpc("showcase_shirts", { username }, { get: true }).throwOnError();
  return data as Shown[];
}

/** The clubs of a showcase and of its sets, by their ids. */
export async function readTeams(client: Client, ids: readonly string[]) {
  const { data } = await client.from("teams").select(TEAM).in("id", ids).throwOnError();
  return new Map(data.map((team) => [team.id, team]));
}

/** The path in bucket `copies` of the photo that a member shows at a place; undefined if they show none there. */
export async function shownPhoto(client: Client, username: string, place: number) {
  const shirts = await readShown(client, username);
  return shirts.find((shirt) => shirt.place === place)?.photo ?? undefined;
}
