import { seasonInWords } from "../../../shared/i18n/season-in-words.ts";
import { readCompetition } from "../../../browse/data/competitions/competitions.ts";
import type { Client } from "../../../shared/data/client.ts";
import { readCounts } from "../../../shared/data/counts/counts.ts";
import { readJersey } from "../../../jersey/data/jersey.ts";
import { topJerseys } from "../../../browse/data/jerseys/lists.ts";
import { countJerseys } from "../../../shared/data/counts/counts.ts";
import { jerseyPage } from "../../../browse/data/jerseys/pages.ts";
import {
  readSeasonByCode,
  readSeasonWall,
  type StoredWallJersey,
} from "../../../browse/data/seasons/season-wall.ts";
import { readDays } from "../../../daily/data/days.ts";
import { listPage, readList } from "../../../show/data/lists.ts";
import { type OwnShirt, readOwnShirts, readShowcase } from "../../../show/data/showcase.ts";
import { readSharedYear } from "../../../show/data/year.ts";
import { readTeam } from "../../../browse/data/teams/teams.ts";
import { competitionName, localJersey, teamName } from "../../../shared/i18n/catalogue-names.ts";
import { cityName } from "../../../shared/i18n/places.ts";
import { countryName } from "../../../shared/i18n/countries.ts";
import { formatDay, formatNumber, formatScore } from "../../../shared/i18n/format.ts";
import { translator } from "../../../shared/i18n/translations.ts";
import { type Language, LANGUAGE_NAMES } from "../../../shared/i18n/languages.ts";
import { seasonOfShareId } from "../parse-share-image.ts";
import type { ShareKind } from "../../../shared/head/share-image.ts";
import { isDrawn } from "../../../shared/domain/demonstration.ts";
import type { League } from "../../../shared/domain/leagues.ts";
import { type WallRow, wallRows } from "../../../browse/domain/season-wall.ts";
import { slug, teamSlug } from "../../../shared/domain/slug.ts";
import { leagueOfSport } from "../../../shared/domain/sports.ts";
import type { Pictured, ShareCard } from "./card.ts";
import { memberName } from "../../../shared/i18n/member-name.ts";

type Reader = (client: Client, id: string, lang: Language) => Promise<ShareCard | undefined>;

const WINDOWS = 4;

/** The most shirts on the picture of a season. */
const MOST_SHIRTS = 16;

/** Readers of a share picture's content, by kind; undefined if the row doesn't exist. */
export const READERS: Record<ShareKind, Reader> = {
  async jersey(client, id, lang) {
    const [key = "", shape] = id.split("_");
    const stored = await readJersey(client, key);
    if (!stored) return undefined;
    const jersey = localJersey(stored, lang);
    if (shape === "small") {
      const { league, kit_type, team_slug, year, images, teams } = jersey;
      const shirt = { league, kit_type, team_slug, year, images: images.slice(0, 1), teams };
      return { pictured: [shirt], title: "", facts: [], figures: [], language: "", isSmall: true };
    }
    const t = translator(lang, "common");
    const { league, team, title, year, kit_type, score, images } = jersey;
    return {
      pictured: [{ ...jersey, images: images.slice(0, 1) }],
      league: leagueOf(league, lang),
      caption: team,
      title,
      facts: known([
        year && String(year),
        kit_type && t(`kitType.${kit_type}`),
        images.length > 0 && isDrawn(images) ? translator(lang, "jersey")("rights.drawing") : null,
      ]),
      figures: [{ value: formatScore(score, lang), label: t("score") }],
      language: LANGUAGE_NAMES[lang],
    };
  },

  async member(client, id, lang) {
    const [key = "", shape] = id.split("_");
    const { data: member } = await client
      .from("profiles")
      .select("username, display_name")
      .eq("id", key)
      .maybeSingle()
      .throwOnError();
    const showcase = member && (await readShowcase(client, member.username, lang));
    if (!showcase) return undefined;
    const first = showcase.shirts.map(({ jersey, own }) => jersey ?? picturedOwn(own));
    const ids = new Set(showcase.shirts.map(({ jersey }) => jersey?.id));
    const [jerseys, own] =
      first.length < WINDOWS
        ? await Promise.all([
            jerseyPage(
              client,
              { shownBy: { username: member.username, shelf: "collection" } },
              { lang, size: WINDOWS },
            ),
            readOwnShirts(client, member.username, lang),
          ])
        : [{ items: [] }, []];
    const pictured = [
      ...first,
      ...jerseys.items.filter((jersey) => !ids.has(jersey.id)),
      ...own.flatMap((shirt) => (shirt.place === null ? picturedOwn(shirt) : [])),
    ];
    return {
      pictured: pictured.length > 0 ? pictured.slice(0, WINDOWS) : [SHIRT_OF_THE_SITE],
      caption: translator(lang, "showcase")("picture"),
      title: memberName(member, lang),
      facts: showcase.clubs.map((club) => teamName(club, club.competition, lang)),
      figures: [figure("jerseys", showcase.copies, lang)],
      isTall: shape === "tall",
      language: LANGUAGE_NAMES[lang],
    };
  },

  async year(client, id, lang) {
    const [key = "", shape] = id.split("_");
    const shared = await readSharedYear(client, key, lang);
    if (!shared) return undefined;
    const t = translator(lang, "myYear");
    const { shirts, firstYear, lastYear, club, colors } = shared;
    return {
      pictured: shared.covers.length > 0 ? shared.covers : [SHIRT_OF_THE_SITE],
      caption: shared.name,
      title: t("picture", { year: shared.year }),
      facts: known([
        club && teamName(club.team, club.team.competition, lang),
        firstYear === lastYear ? firstYear : `${firstYear}–${lastYear}`,
      ]),
      figures: [{ value: formatNumber(shirts, lang), label: t("shirts", { count: shirts }) }],
      strip: colors.map(({ color, shirts: share }) => ({ color, share })),
      isTall: shape === "tall",
      language: LANGUAGE_NAMES[lang],
    };
  },

  async list(client, id, lang) {
    const [key = "", shape] = id.split("_");
    const list = await readList(client, key);
    if (!list) return undefined;
    const { items } = await listPage(client, key, { lang, size: WINDOWS });
    return {
      pictured: items.length > 0 ? items : [SHIRT_OF_THE_SITE],
      caption: translator(lang, "lists")("picture", { name: memberName(list, lang) }),
      title: list.title,
      facts: [],
      figures: [figure("jerseys", list.jerseys, lang)],
      isTall: shape === "tall",
      language: LANGUAGE_NAMES[lang],
    };
  },

  async team(client, id, lang) {
    const team = await readTeam(client, id);
    const competition = team?.competition;
    if (!team || !competition) return undefined;
    const [count, best] = await Promise.all([
      countJerseys(client, { kind: "team", key: id }),
      jerseyPage(client, { teamId: id }, { lang, size: WINDOWS }),
    ]);
    const { league } = competition;
    const shirt = {
      league,
      kit_type: null,
      team_slug: team.slug,
      year: null,
      images: [],
      teams: { colors: team.colors },
    };
    return {
      pictured: best.items.length < WINDOWS ? [shirt] : best.items,
      league: leagueOf(league, lang),
      caption: competitionName(competition, lang),
      title: teamName(team, competition, lang),
      facts: known([cityName(team, lang), countryName(team.country, lang)]),
      figures: [figure("jerseys", count, lang)],
      language: LANGUAGE_NAMES[lang],
    };
  },

  async competition(client, id, lang) {
    const competition = await readCompetition(client, id);
    if (!competition) return undefined;
    const [count, best] = await Promise.all([
      countJerseys(client, { kind: "competition", key: id }),
      topJerseys(client, { lang, competitionId: id, limit: WINDOWS }),
    ]);
    const { league, slug } = competition;
    const shirt = { league, kit_type: null, team_slug: slug, year: null, images: [], teams: null };
    return {
      pictured: best.length > 0 ? best : [shirt],
      league: leagueOf(league, lang),
      title: competitionName(competition, lang),
      facts: known([countryName(competition.country, lang)]),
      figures: [figure("jerseys", count, lang)],
      language: LANGUAGE_NAMES[lang],
    };
  },

  async season(client, id, lang) {
    const wanted = seasonOfShareId(id);
    if (!wanted) return undefined;
    const [competition, season] = await Promise.all([
      readCompetition(client, wanted.competitionId),
      readSeasonByCode(client, wanted.code),
    ]);
    if (!competition || !season) return undefined;
    const wall = await readSeasonWall(client, competition.id, season.id);
    const rows = wallRows(wall.lineUp, wall.jerseys, wall.counts);
    // Any season has an address with any competition: thousands of pictures that nobody shares.
    if (rows.length === 0) return undefined;
    const jerseys = wall.counts.reduce((sum, { jerseys }) => sum + jerseys, 0);
    return {
      pictured: shirtsOfWall(rows, competition.league),
      league: leagueOf(competition.league, lang),
      title: `${competitionName(competition, lang)} ${seasonInWords(season.name, lang)}`,
      facts: [],
      figures: [
        figure("teams", rows.length, lang),
        ...(jerseys > 0 ? [figure("jerseys", jerseys, lang)] : []),
      ],
      language: LANGUAGE_NAMES[lang],
    };
  },

  async trends(client, id, lang) {
    const league = leagueOfSport(id);
    const best = await topJerseys(client, { lang, ...(league && { league }), limit: WINDOWS });
    const [first] = best;
    return {
      pictured: first ? best : [SHIRT_OF_THE_SITE],
      league: league && leagueOf(league, lang),
      title: translator(lang, "common")("nav.trends"),
      facts: known([first?.title ?? null]),
      figures: first
        ? [{ value: formatScore(first.score, lang), label: translator(lang, "common")("score") }]
        : [],
      language: LANGUAGE_NAMES[lang],
    };
  },

  async daily(client, id, lang) {
    const [shown] = await readDays(client, id, id, lang);
    if (!shown) return undefined;
    const { day, facts, jersey } = shown;
    const t = translator(lang, "common");
    return {
      pictured: [
        jersey ? { ...jersey, images: jersey.images.slice(0, 1) } : { ...facts, images: [] },
      ],
      league: leagueOf(facts.league, lang),
      caption: `${translator(lang, "daily")("shown")} · ${formatDay(day, lang)}`,
      title: jersey?.title ?? facts.team,
      facts: known([
        seasonInWords(facts.season, lang),
        facts.kit_type && t(`kitType.${facts.kit_type}`),
      ]),
      figures: [],
      language: LANGUAGE_NAMES[lang],
    };
  },

  async site(client, _id, lang) {
    const [counts, best] = await Promise.all([
      readCounts(client),
      topJerseys(client, { lang, limit: WINDOWS }),
    ]);
    return {
      pictured: best.length > 0 ? best : [SHIRT_OF_THE_SITE],
      title: translator(lang, "home")("hero.title"),
      facts: [],
      figures: [
        figure("jerseys", counts.jerseys, lang),
        figure("teams", counts.teams, lang),
        figure("competitions", counts.competitions, lang),
      ],
      language: LANGUAGE_NAMES[lang],
    };
  },
};

const SHIRT_OF_THE_SITE: Pictured = {
  league: "SOCCER",
  kit_type: null,
  team_slug: "maillotheque",
  year: null,
  images: [],
  teams: null,
};

/** The best rated home shirts of a season, then its other ones, then drawn ones of the other teams. */
function shirtsOfWall(
  rows: WallRow<{ id: string; name: string; colors: string[] }, StoredWallJersey>[],
  league: League,
): Pictured[] {
  const drawn = (name: string, colors: string[]): Pictured => ({
    league,
    kit_type: "home",
    team_slug: slug(name),
    year: null,
    images: [],
    teams: { colors },
  });
  const best = rows
    .flatMap(({ cells }) => Object.values(cells).map((cell) => cell.best))
    .sort((a, b) => b.score - a.score);
  const isHome = ({ kit_type }: StoredWallJersey) => kit_type === "home";
  const shirts = [...best.filter(isHome), ...best.filter((jersey) => !isHome(jersey))];
  const without = rows.flatMap(({ entrant, cells }) =>
    entrant && Object.keys(cells).length === 0 ? [drawn(entrant.name, entrant.colors)] : [],
  );
  return [...shirts.map(picturedOf), ...without].slice(0, MOST_SHIRTS);
}

/** A shirt without a page, drawn in its team's colours with the number that is shown. */
function picturedOwn({ league, kit_type, team, year, teams, number }: OwnShirt): Pictured {
  return {
    ...{ league, kit_type, year, number, images: [], isPageless: true },
    team_slug: teamSlug(team),
    teams,
  };
}

/** Only what is drawn: the picture is cached until this changes. */
function picturedOf({
  league,
  kit_type,
  team_slug,
  year,
  images,
  teams,
}: StoredWallJersey): Pictured {
  const colors = teams?.colors;
  return { league, kit_type, team_slug, year, images, teams: colors ? { colors } : null };
}

function known(facts: (string | number | null)[]): string[] {
  return facts.filter((fact): fact is string => Boolean(fact));
}

function leagueOf(league: League, lang: Language): ShareCard["league"] {
  return { id: league, name: translator(lang, "common")(`league.${league}`) };
}

function figure(kind: "jerseys" | "teams" | "competitions", count: number, lang: Language) {
  return {
    value: formatNumber(count, lang),
    label: translator(lang, "catalogue")(`label.${kind}`, { count }),
  };
}
