import { readBrand } from "../../browse/data/brands/brand.ts";
import { readCompetition } from "../../browse/data/competitions/competitions.ts";
import { readTeam } from "../../browse/data/teams/teams.ts";
import { readLatestDays, type ShownDay } from "../../daily/data/days.ts";
import { factsLine } from "../../daily/shown/facts-line.ts";
import type { FeedSubject } from "../../shared/address/feed-path.ts";
import { href } from "../../shared/address/paths.ts";
import type { Client } from "../../shared/data/client.ts";
import { startOf } from "../../shared/domain/day.ts";
import { jerseyParams } from "../../shared/domain/jersey.ts";
import { slug } from "../../shared/domain/slug.ts";
import { shareImagePath } from "../../shared/head/share-image.ts";
import { competitionName, teamName } from "../../shared/i18n/catalogue-names.ts";
import { formatDay } from "../../shared/i18n/format.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { memberName } from "../../shared/i18n/member-name.ts";
import { translator } from "../../shared/i18n/translations.ts";
import { readList } from "../../show/data/lists.ts";
import { type DatedJersey, lastOfList, newestJerseys, newestOfTeam } from "../data/newest.ts";
import type { Feed, FeedEntry } from "./feed.ts";

/** How many days the feed of the shirt of the day has. */
const DAYS = 30;

interface Source {
  client: Client;
  siteUrl: string;
  lang: Language;
}

/** What a feed shows at the moment; undefined if its subject isn't public. */
export async function readFeed(subject: FeedSubject, source: Source): Promise<Feed | undefined> {
  const { client, siteUrl, lang } = source;
  const t = translator(lang, "elsewhere");
  const entries = (jerseys: DatedJersey[]) => jerseys.map((dated) => entryOf(dated, source));
  switch (subject.kind) {
    case "daily": {
      const days = await readLatestDays(client, DAYS, lang);
      return {
        title: translator(lang, "daily")("feedTitle"),
        page: href("today", {}, lang),
        entries: days.flatMap((day) => entryOfDay(day, siteUrl, lang) ?? []),
      };
    }
    case "latest":
      return {
        title: t("feed.latest"),
        page: href("home", {}, lang),
        entries: entries(await newestJerseys(client, {}, lang)),
      };
    case "team": {
      const team = await readTeam(client, subject.id);
      return (
        team?.competition && {
          title: t("feed.of", { name: teamName(team, team.competition, lang) }),
          page: href("team", { teamId: team.id }, lang),
          entries: entries(await newestOfTeam(client, team.id, lang)),
        }
      );
    }
    case "competition": {
      const competition = await readCompetition(client, subject.id);
      if (!competition) return undefined;
      const found = await newestJerseys(client, { competition: [competition.slug] }, lang);
      return {
        title: t("feed.of", { name: competitionName(competition, lang) }),
        page: href("competition", { competitionId: competition.id }, lang),
        entries: entries(found),
      };
    }
    case "brand": {
      const brand = await readBrand(client, subject.id);
      if (!brand) return undefined;
      return {
        title: t("feed.of", { name: brand.name }),
        page: href("brand", { brandId: brand.id }, lang),
        entries: entries(await newestJerseys(client, { brand: [slug(brand.name)] }, lang)),
      };
    }
    case "list": {
      const list = await readList(client, subject.id);
      if (!list) return undefined;
      return {
        title: t("feed.list", { title: list.title, name: memberName(list, lang) }),
        page: href("list", { id: list.id }, lang),
        entries: entries(await lastOfList(client, list.id, lang)),
      };
    }
  }
}

function entryOf({ jersey, at }: DatedJersey, { siteUrl, lang }: Source): FeedEntry {
  const kit = jersey.kit_type && translator(lang, "common")(`kitType.${jersey.kit_type}`);
  return {
    // Its canonical address changes with the name of its team.
    id: siteUrl + href("jerseyById", { id: jersey.id }, lang),
    title: jersey.title,
    page: href("jersey", jerseyParams(jersey), lang),
    picture: shareImagePath("jersey", jersey.id, lang),
    text: [jersey.team, kit, jersey.year].filter(Boolean).join(" · "),
    at,
  };
}

/** What was removed leaves the feed; of what was merged, the entry leads to what it became. */
function entryOfDay({ day, facts, jersey, survivor }: ShownDay, siteUrl: string, lang: Language) {
  const linked = jersey ?? survivor;
  if (!linked) return undefined;
  return {
    id: `tag:${new URL(siteUrl).host},${day}:shirt-of-the-day`,
    title: `${formatDay(day, lang)}: ${linked.title}`,
    page: href("jersey", jerseyParams(linked), lang),
    picture: shareImagePath("daily", day, lang),
    text: `${facts.team} · ${factsLine(facts, lang)}`,
    at: startOf(day).toISOString(),
  };
}
