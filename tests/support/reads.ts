import { readOwnRows } from "../../app/account/data/export/export-data.ts";
import { auditLog } from "../../app/moderate/data/audit/audit-log.ts";
import { searchAdminBrands } from "../../app/curate/data/catalogue/admin-brands.ts";
import * as choices from "../../app/contribute/data/catalogue/choices.ts";
import { lastChange } from "../../app/moderate/data/audit/last-change.ts";
import type { Client } from "../../app/shared/data/client.ts";
import { commentPage } from "../../app/jersey/data/comments/comments.ts";
import * as competitions from "../../app/browse/data/competitions/competitions.ts";
import { searchAdminCompetitions } from "../../app/curate/data/catalogue/admin-competitions.ts";
import { countJerseys, readCounts } from "../../app/shared/data/counts/counts.ts";
import * as jersey from "../../app/jersey/data/jersey.ts";
import { kitsBeside } from "../../app/jersey/data/kits-beside.ts";
import * as lists from "../../app/browse/data/jerseys/lists.ts";
import { jerseyPage } from "../../app/browse/data/jerseys/pages.ts";
import { teamDecade, teamKits } from "../../app/browse/data/jerseys/timeline.ts";
import { wearerOf } from "../../app/browse/data/jerseys/variations.ts";
import { memberList } from "../../app/moderate/data/members/members.ts";
import { isUsernameFree } from "../../app/account/data/profiles/username-free.ts";
import { myProfile } from "../../app/shared/data/profiles/my-profile.ts";
import { siteRating } from "../../app/browse/data/rating/site-rating.ts";
import { myReports } from "../../app/contribute/data/reports/my-reports.ts";
import { readShowcase } from "../../app/show/data/showcase.ts";
import { filterOf, parseCatalogue } from "../../app/browse/domain/catalogue-query.ts";
import { likelyDuplicates } from "../../app/moderate/data/review/duplicates.ts";
import { searchCatalogue } from "../../app/shared/data/search/search.ts";
import { searchAdminSeasons } from "../../app/curate/data/catalogue/admin-seasons.ts";
import { seasonCovers } from "../../app/browse/data/seasons/season-covers.ts";
import * as walls from "../../app/browse/data/seasons/season-wall.ts";
import { competitionSeasons } from "../../app/contribute/data/seasons/competition-seasons.ts";
import { listSeasons, readLineUpSizes } from "../../app/browse/data/seasons/seasons.ts";
import { completeness } from "../../app/collect/data/shelves/completeness.ts";
import { shelfList } from "../../app/collect/data/shelves/shelf-list.ts";
import { copyPages } from "../../app/collect/data/copies/copies.ts";
import { readShelfCounts } from "../../app/collect/data/shelves/shelf-counts.ts";
import { readShelfMemberships } from "../../app/collect/data/shelves/shelves.ts";
import { roughCount, sitemapRows } from "../../app/site/data/sitemap/sitemap.ts";
import { editedJersey } from "../../app/contribute/data/submissions/edit.ts";
import { mySubmissions } from "../../app/contribute/data/submissions/mine.ts";
import { myTotals } from "../../app/contribute/data/submissions/totals.ts";
import { searchAdminTeams } from "../../app/curate/data/catalogue/admin-teams.ts";
import { listParticipations } from "../../app/curate/data/catalogue/participations.ts";
import { teamColors } from "../../app/browse/data/teams/team-colors.ts";
import { currentParticipants, readTeam } from "../../app/browse/data/teams/teams.ts";
import { readVoteStates } from "../../app/jersey/data/votes/votes.ts";

/** The subject of a read; it has the same rank in every size of the catalogue. */
export interface Subject {
  id: string;
  league: "NBA" | "NFL" | "NHL" | "SOCCER" | "ESPORT";
  team_id: string;
  team_slug: string;
  competition_id: string;
  season_id: string;
  year: number;
  kit_type: "home" | "away";
  kit_type_slug: string;
  title: string;
  author_id: string;
  /** A score in the middle of the ranking. */
  score: number;
  /** Neighbours in the list of newest jerseys. */
  ids: string[];
  /** An ordinary member who shows what they have. */
  member: string;
  username: string;
}

export interface Case {
  name: string;
  as: "visitor" | "member" | "collector" | "admin";
  /** The most milliseconds in the large catalogue (p99). Without it, the growth is judged. */
  most?: number;
  /** Whether its requests are sent at once on separate connections: then the slowest counts. */
  atOnce?: boolean;
  /** How many of its requests count: the last ones. The others lead to them. */
  last?: number;
  read(client: Client, subject: Subject): PromiseLike<unknown>;
}

/** Runs a query's options as `useQuery` would. */
const runQuery = (options: object, pageParam?: unknown): Promise<unknown> =>
  (options as { queryFn(context: object): Promise<unknown> }).queryFn({ pageParam });

type Reader = Case["read"];

const group = (as: Case["as"], reads: Record<string, Reader>, most?: number): Case[] =>
  Object.entries(reads).map(([name, read]) => ({ name, as, read, ...(most && { most }) }));

const LANG = "fr" as const;
const at = ({ score, id }: Subject) =>
  ({
    lang: LANG,
    after: { value: String(score), id },
  }) as const;
const firstChunk = async (rows: AsyncGenerator) => void (await rows.next());

/** What visitors ask the catalogue for, wide and narrow, common and rare, and worst cases; also for `bench/mixed.ts`. */
export const FILTERS = `
  sort=best sort=newest sport=soccer sport=nba&sort=oldest competition=ligue-1 color=blue
  color=red&color=blue&sort=newest kit=training brand=nike brand=legea photo=0&sort=newest
  from=1990&to=1999 from=1993&to=2012&sort=year from=2019&to=2019 team=paris-saint-germain
  team=real-madrid&kit=away&from=2010&to=2019 competition=premier-league&kit=away
  sport=soccer&color=green sport=nba&from=2010&to=2019&sort=newest brand=kappa&color=sky
  sport=soccer&kit=home&photo=1 sport=soccer&kit=home&kit=away&color=red&color=blue&from=2000
  sport=soccer&kit=third&brand=nike&brand=adidas&from=1995&to=2015&photo=1
  competition=serie-a&kit=home&brand=umbro&color=purple&from=1990&to=2009
  competition=nba&brand=burrda&color=pink&to=1970 q=real+madrid q=barcelona&kit=home&color=blue`
  .trim()
  .split(/\s+/);

/** A step and the counts, as many steps into the result. */
const filtered = (address: string, steps = 0): Case => {
  const { query } = parseCatalogue(new URLSearchParams(address));
  const filter = JSON.stringify(filterOf(query));
  const { sort } = query;
  return {
    name: `catalogue “${address}”${steps > 0 ? `, step ${steps}` : ""}`,
    ...{ as: "visitor", most: 60, last: 2 },
    async read(client) {
      let after: string | undefined;
      for (let step = 0; step <= steps; step += 1) {
        const sent: { filter: string; sort: string; after?: string } = { filter, sort };
        if (after) sent.after = after;
        const { data } = await client.rpc("catalogue_page", sent, { get: true }).throwOnError();
        after = (data as { next?: string }).next;
      }
      await client.rpc("catalogue_counts", { filter }, { get: true }).throwOnError();
    },
  };
};

/** Whole words, parts, typing errors, common, rare, in four languages, and without results. */
const WORDS =
  `ma, par, paris, paris saint germain 2023, maillot domicile, real madird, manchester untied,
  lakers, laker, third 2019, zzzzqq, extérieur bayern munchen, camiseta 2021, olympique, juventsu, réplique nike,
  barcelona away, 2024 2025, edition anniversaire, cor, belandort, new york, nba home 99, adidas, 10, warriros, t1,
  liverpool entrainement, fc, spécial, liverpool 1993`.split(/,\s+/);
const LIMITS = { jerseys: 5, teams: 3, competitions: 3, kits: 4 };
const ACCESS = { url: "http://bench", key: "anonymous" };

const searched = (query: string): Case => ({
  name: `search “${query}”`,
  ...{ as: "visitor", most: 20, atOnce: true },
  read: () => searchCatalogue(ACCESS, { query, lang: LANG, limits: LIMITS }),
});

/** Statements of the site's jobs: choosing a day, and what a letter says. */
export const JOBS: { name: string; most: number; sql(subject: Subject): string }[] = [
  ...["shown", "guess"].map((kind) => ({
    ...{ name: `a day's ${kind}`, most: 100 },
    sql: ({ year }: Subject) =>
      `select 1, private.choose_jersey('${kind}', private.day_at(now()) + ${year} - 2000)`,
  })),
  {
    ...{ name: "a day's duel", most: 100 },
    sql: ({ year }) =>
      `select 1, duel from private.choose_duel(private.day_at(now()) + ${year} - 2000) duel`,
  },
  {
    ...{ name: "a letter's changes", most: 20 },
    sql: ({ member }) =>
      `select count(*) from private.changes_of('${member}', now() - interval '7 days', now(), 12)`,
  },
];

/** Every read of the rooms' `data/`, with its caller, for an ordinary subject. */
export const CASES: Case[] = [
  ...group("visitor", {
    "history of a jersey": async (client, { id }) =>
      client.rpc("history", { target_type: "jersey", target_id: id }).throwOnError(),
    "contributors of a jersey": async (client, { id }) =>
      client.rpc("contributors", { jersey_id: id }).throwOnError(),
    "what waits": async (client) => client.rpc("queue_figures").throwOnError(),
    "hero counts": (client) => readCounts(client),
    "top 24": (client) => lists.topJerseys(client, { lang: LANG, limit: 24 }),
    "top 24 of a league": (client, { league }) =>
      lists.topJerseys(client, { lang: LANG, limit: 24, league }),
    "top 24 of a competition": (client, s) =>
      lists.topJerseys(client, { lang: LANG, limit: 24, competitionId: s.competition_id }),
    "latest 18": (client) => lists.latestJerseys(client, { lang: LANG, limit: 18 }),
    "latest 18 of a league": (client, { league }) =>
      lists.latestJerseys(client, { lang: LANG, limit: 18, league }),
    "similar 3": (client, s) => lists.similarJerseys(client, s, { lang: LANG, limit: 3 }),
    "page of a league": (client, s) => jerseyPage(client, { league: s.league }, { lang: LANG }),
    "page of a league, far in": (client, s) => jerseyPage(client, { league: s.league }, at(s)),
    "page of a competition, far in": (client, s) =>
      jerseyPage(client, { competitionId: s.competition_id }, at(s)),
    "page of a team": (client, s) => jerseyPage(client, { teamId: s.team_id }, { lang: LANG }),
    "page of a team, far in": (client, s) => jerseyPage(client, { teamId: s.team_id }, at(s)),
    "variations of a team": (client, s) =>
      jerseyPage(client, { teamSlug: s.team_slug }, { lang: LANG }),
    "variations, kit and year": (client, s) =>
      jerseyPage(
        client,
        { teamSlug: s.team_slug, kitType: s.kit_type, year: s.year },
        { lang: LANG },
      ),
    "variations, year, far in": (client, s) =>
      jerseyPage(client, { teamSlug: s.team_slug, year: s.year }, at(s)),
    "wearer of a slug": (client, s) => wearerOf(client, s.team_slug),
    "count of a league": (client, { league }) =>
      countJerseys(client, { kind: "league", key: league }),
    "count of a competition": (client, s) =>
      countJerseys(client, { kind: "competition", key: s.competition_id }),
    "count of a team": (client, s) => countJerseys(client, { kind: "team", key: s.team_id }),
    "kits beside a jersey": (client, s) =>
      kitsBeside(client, { id: s.id, seasons: { code: "" } }, LANG),
    "colours of a team": (client, s) => teamColors(client, s.team_id),
    "shelf counts of a jersey": (client, s) => readShelfCounts(client, s.id),
    "page of a member": (client, s) =>
      jerseyPage(client, { authorId: s.author_id }, { lang: LANG }),
    "a jersey": (client, s) => jersey.readJersey(client, s.id),
    "a jersey's address": (client, s) => jersey.readJerseyAddress(client, s.id),
    "a merged jersey's address": (client, s) => jersey.readMergedAddress(client, s.id),
    "kits of a team": (client, s) => teamKits(client, s.team_id),
    "decade of a team": (client, s) =>
      teamDecade(client, s.team_id, { lang: LANG, decade: Math.floor(s.year / 10) * 10 }),
    "comments of a jersey": (client, s) => commentPage(client, s.id),
    "images of 24 jerseys": async (client, s) =>
      client.from("jersey_images").select().in("jersey_id", s.ids).order("position").throwOnError(),
    "24 jerseys by id": async (client, s) =>
      client.from("jerseys").select().in("id", s.ids).throwOnError(),
    competitions: (client) => competitions.listCompetitions(client),
    "competitions, best of each": (client) =>
      competitions.competitionsWithBest(client, { lang: LANG }),
    "figures of competitions": async (client) => {
      const all = await competitions.listCompetitions(client);
      return competitions.competitionFigures(
        client,
        all.map(({ id }) => id),
      );
    },
    "a competition": (client, s) => competitions.readCompetition(client, s.competition_id),
    "teams of a competition": (client, s) => currentParticipants(client, s.competition_id),
    "a team": (client, s) => readTeam(client, s.team_id),
    seasons: (client) => listSeasons(client),
    "sizes of line-ups": async (client) => {
      const all = await competitions.listCompetitions(client);
      return readLineUpSizes(client, {
        competitionIds: all.map(({ id }) => id),
        seasonId: undefined,
      });
    },
    "seasons of a competition": (client, s) => competitionSeasons(client, s.competition_id),
    "shirts of a competition's seasons": (client, s) =>
      seasonCovers(client, s.competition_id, (newest) => newest.slice(0, 12)),
    "wall of a season": (client, s) => walls.readSeasonWall(client, s.competition_id, s.season_id),
    "seasons of a team": (client, s) => listParticipations(client, s.team_id),
    "votes of the site": (client) => siteRating(client),
    "size of the sitemap": (client) => roughCount(client, "jerseys"),
    "1000 rows of the sitemap": (client, s) =>
      firstChunk(sitemapRows(client, "jerseys", { from: s.id, to: undefined })),
    "author of a jersey": async (client, s) =>
      client.from("profiles").select().eq("id", s.author_id).throwOnError(),
  }),
  ...group("member", {
    "choices of the form": async (_, s) => {
      await runQuery(choices.competitionChoices(s.league));
      await runQuery(choices.seasonChoices());
      await runQuery(choices.teamChoices(s.competition_id, s.season_id));
      await runQuery(choices.brandChoices());
    },
    "own votes on 24": (client, s) => readVoteStates(client, s.member, s.ids),
    "own shelves, 24": (client, s) => readShelfMemberships(client, s.ids),
    "own submissions": (_, s) => runQuery(mySubmissions(s.member, 20)),
    "own totals": (_, s) => runQuery(myTotals(s.member)),
    "own jersey, to edit": (_, s) => runQuery(editedJersey(s.id, s.member)),
    "own reports": (_, s) => runQuery(myReports(s.member, 10)),
    "own copies, first screen": (_, s) => runQuery(copyPages(s.member)),
    "own collection": (_, s) => runQuery(shelfList(s.member, "collection")),
    "own wishlist": (_, s) => runQuery(shelfList(s.member, "wishlist")),
    "own names, roles and figures": (_, s) => runQuery(myProfile(s.member)),
    "whether a name is free": (client, s) => isUsernameFree(client, s.title, s.member),
    "completeness of a team": (_, s) => runQuery(completeness(s.member, { team_id: s.team_id })),
    "everything of one's own": (client, s) => readOwnRows(client, s.member),
    "top 24, signed in": (client) => lists.topJerseys(client, { lang: LANG, limit: 24 }),
    "a jersey, signed in": (client, s) => jersey.readJersey(client, s.id),
  }),
  ...group("admin", {
    "the queue, first page": async (client) => client.rpc("queue").throwOnError(),
    "the queue of a league": async (client, { league }) =>
      client.rpc("queue", { filter: { league } }).throwOnError(),
    "the queue, one kind": async (client) =>
      client.rpc("queue", { filter: { kind: "edit" } }).throwOnError(),
    "the queue, older than three days": async (client) =>
      client.rpc("queue", { filter: { days: 3 } }).throwOnError(),
    "public already, to check": async (client) =>
      client.rpc("queue", { filter: { to_check: true } }).throwOnError(),
    "what waits, in figures": async (client) => client.rpc("queue_figures").throwOnError(),
    "what one decided": async (client) => client.rpc("my_decisions").throwOnError(),
    "likely duplicates": (_, s) => runQuery(likelyDuplicates(s as never)),
    log: () => runQuery(auditLog({ table: "", actor: "" })),
    "log of a table": () => runQuery(auditLog({ table: "jerseys", actor: "" })),
    "log of a member": (_, s) => runQuery(auditLog({ table: "", actor: s.member })),
    "last change": (client, s) => lastChange(client, "jerseys", s.id),
    members: () => runQuery(memberList("", "all"), ""),
    "members by name": () => runQuery(memberList("member_19", "all"), ""),
    administrators: () => runQuery(memberList("", "administrators"), ""),
    "suspended members": () => runQuery(memberList("", "suspendedOnly"), ""),
    "teams to administer": (client) => searchAdminTeams(client, "real"),
    "competitions to administer": (client) => searchAdminCompetitions(client, ""),
    "seasons to administer": (client) => searchAdminSeasons(client, ""),
    "brands to administer": (client) => searchAdminBrands(client, ""),
  }),
  ...group(
    "collector",
    {
      "5,000 copies, first screen": (_, s) => runQuery(copyPages(s.member)),
      "shelf of 5,000": (_, s) => runQuery(shelfList(s.member, "collection")),
    },
    20,
  ),
  ...group(
    "visitor",
    { "what a member shows": (client, s) => readShowcase(client, s.username, LANG) },
    20,
  ),
  ...FILTERS.map((address) => filtered(address)),
  ...[filtered("sort=best", 40), filtered("competition=ligue-1&sort=oldest", 5)],
  filtered("sport=soccer&kit=home&color=red", 20),
  ...WORDS.map(searched),
];
