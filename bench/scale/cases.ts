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
import { boardName, listBoards } from "../../app/browse/data/ranking/boards.ts";
import { readLeaderboard, risingJerseys } from "../../app/browse/data/ranking/leaderboard.ts";
import { siteRating } from "../../app/browse/data/rating/site-rating.ts";
import { myReports } from "../../app/contribute/data/reports/my-reports.ts";
import { likelyDuplicates } from "../../app/moderate/data/review/duplicates.ts";
import { isAdmin } from "../../app/shared/data/roles/is-admin.ts";
import { searchCatalogue } from "../../app/shared/data/search/search.ts";
import { searchAdminSeasons } from "../../app/curate/data/catalogue/admin-seasons.ts";
import { seasonCovers } from "../../app/browse/data/seasons/season-covers.ts";
import * as walls from "../../app/browse/data/seasons/season-wall.ts";
import { competitionSeasons } from "../../app/contribute/data/seasons/competition-seasons.ts";
import {
  listSeasons,
  readLineUps,
  readLineUpSizes,
  seasonsWithEntries,
} from "../../app/browse/data/seasons/seasons.ts";
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
import type { BoardScope } from "../../app/shared/domain/leaderboard.ts";
import type { Subject } from "./subjects.ts";

export interface Case {
  name: string;
  as: "visitor" | "member" | "admin";
  /** Whether its requests are sent at once on separate connections: then the slowest counts. */
  atOnce?: boolean;
  read(client: Client, subject: Subject): PromiseLike<unknown>;
}

/** Runs a query's options as `useQuery` would. */
const runQuery = (options: object, pageParam?: unknown): Promise<unknown> =>
  (options as { queryFn(context: object): Promise<unknown> }).queryFn({ pageParam });

type Reader = Case["read"];

const group = (as: Case["as"], reads: Record<string, Reader>): Case[] =>
  Object.entries(reads).map(([name, read]) => ({ name, as, read }));

const LANG = "fr" as const;
const at = ({ score, id }: Subject) =>
  ({
    lang: LANG,
    after: { value: String(score), id },
  }) as const;
const board = (scope: BoardScope, value: string) => ({ scope, value });
const firstChunk = async (rows: AsyncGenerator) => void (await rows.next());

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
    "leaderboard of all": (client) => readLeaderboard(client, undefined, { lang: LANG, limit: 50 }),
    "leaderboard of a sport": (client, { league }) =>
      readLeaderboard(client, board("sport", league.toLowerCase()), { lang: LANG, limit: 50 }),
    "leaderboard of a competition": (client) =>
      readLeaderboard(client, board("competition", "ligue-1"), { lang: LANG, limit: 50 }),
    "leaderboard of a season": (client) =>
      readLeaderboard(client, board("season", "2015-16"), { lang: LANG, limit: 50 }),
    "leaderboard of a brand": (client) =>
      readLeaderboard(client, board("brand", "nike"), { lang: LANG, limit: 50 }),
    "name of a brand's leaderboard": (client) => boardName(client, board("brand", "nike"), LANG),
    "list of leaderboards": (client) => listBoards(client, LANG),
    "rising 24": (client) => risingJerseys(client, { lang: LANG, limit: 24 }),
    "rising 24 of a league": (client, { league }) =>
      risingJerseys(client, { lang: LANG, league, limit: 24 }),
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
    "line-up of a competition": (client, s) =>
      readLineUps(client, { competitionIds: [s.competition_id], seasonId: s.season_id }),
    "newest line-up of a competition": (client, s) =>
      readLineUps(client, { competitionIds: [s.competition_id], seasonId: undefined }),
    "sizes of line-ups": async (client) => {
      const all = await competitions.listCompetitions(client);
      return readLineUpSizes(client, {
        competitionIds: all.map(({ id }) => id),
        seasonId: undefined,
      });
    },
    "seasons with line-ups": seasonsWithEntries,
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
    "own profile": (_, s) => runQuery(myProfile(s.member)),
    "whether a name is free": (client, s) => isUsernameFree(client, s.title, s.member),
    "completeness of a team": (_, s) => runQuery(completeness(s.member, { team_id: s.team_id })),
    "everything of one's own": (client, s) => readOwnRows(client, s.member),
    "whether an admin": (_, s) => runQuery(isAdmin(s.member)),
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
];

/**
 * Search texts: whole words, parts, typing errors, common, rare, in four languages, and without
 * results.
 */
const QUERIES = [
  "ma",
  "par",
  "paris",
  "paris saint germain 2023",
  "maillot domicile",
  "real madird",
  "manchester untied",
  "lakers",
  "laker",
  "third 2019",
  "zzzzqq",
  "extérieur bayern munchen",
  "camiseta 2021",
  "olympique",
  "juventsu",
  "réplique nike",
  "barcelona away",
  "2024 2025",
  "edition anniversaire",
  "cor",
  "belandort",
  "new york",
  "nba home 99",
  "adidas",
  "10",
  "warriros",
  "t1",
  "liverpool entrainement",
  "fc",
  "spécial",
  "liverpool 1993",
];

const LIMITS = { jerseys: 5, teams: 3, competitions: 3, kits: 4 };

export const SEARCHES: Case[] = QUERIES.map((query) => ({
  name: `search “${query}”`,
  as: "visitor",
  atOnce: true,
  read: () =>
    searchCatalogue(
      { url: "http://bench", key: "anonymous" },
      { query, lang: "fr", limits: LIMITS },
    ),
}));
