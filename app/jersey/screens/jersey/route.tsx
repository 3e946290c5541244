import { lazy, Suspense } from "react";
import { data } from "react-router";

import { moved } from "../../../shared/address/moved.ts";
import { notFound } from "../../../shared/address/not-found.ts";
import { ErrorScreen } from "../../../shared/components/error-screen.tsx";
import { accessContext, reader } from "../../../shared/data/access.ts";
import { commentPage } from "../../data/comments/comments.ts";
import {
  type JerseyDetail,
  readJersey,
  readMergedAddress,
  readRemovedJersey,
} from "../../data/jersey.ts";
import { kitsBeside } from "../../data/kits-beside.ts";
import { OwnOrMissing } from "../../components/own-or-missing.tsx";
import { similarJerseys } from "../../../browse/data/jerseys/lists.ts";
import { readShelfCounts } from "../../../collect/data/shelves/shelf-counts.ts";
import { listsWith } from "../../../show/data/lists.ts";
import type { Crumb } from "../../../shared/head/breadcrumbs.ts";
import { breadcrumbsFromHome } from "../../../shared/head/home-breadcrumbs.ts";
import { competitionName, localJersey, teamName } from "../../../shared/i18n/catalogue-names.ts";
import { noindexMeta } from "../../../shared/head/noindex-meta.ts";
import { isRemoved } from "../../../moderate/merging/removed.ts";
import { removedAnswer } from "../../../moderate/merging/removed-answer.ts";
import { translator } from "../../../shared/i18n/translations.ts";
import { type Language, languageOf } from "../../../shared/i18n/languages.ts";
import { pageMeta } from "../../../shared/head/page-meta.ts";
import { href } from "../../../shared/address/paths.ts";
import { jerseyParams } from "../../../shared/domain/jersey.ts";
import { isUuid } from "../../../shared/domain/uuid.ts";
import type { Route } from "./+types/route.ts";
import { describe, nameOf } from "./describe.ts";
import { localDetail } from "./local-detail.ts";
import { JerseySkeleton } from "./jersey-skeleton.tsx";
import { JerseyView } from "./jersey-view.tsx";
import { storedHeaders } from "../../../shared/data/stored.ts";
import { structuredData } from "./structured-data.ts";
import { titled } from "../../../shared/head/titled.ts";

const MemberJersey = lazy(() => import("./member-jersey.tsx"));
const RemovedScreen = lazy(() => import("../../../moderate/merging/removed-screen.tsx"));

/** Number of similar jerseys (docs/product/jersey.md 5.5). */
const SIMILAR = 3;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const client = reader(context);
  const lang = languageOf(url.pathname);
  const { id } = params;
  if (!isUuid(id)) throw notFound("jersey");
  const jersey = await readJersey(client, id);
  if (!jersey) {
    const merged = await readMergedAddress(client, id);
    if (merged) throw moved(href("jersey", jerseyParams(merged), lang));
    const removed = await readRemovedJersey(client, id);
    if (removed) throw removedAnswer(removed, lang);
    return data({ hiddenId: id }, { status: 404 });
  }

  // The id decides; an address with other words redirects to the canonical one (docs/product/site.md
  // 2.6).
  const address = href("jersey", jerseyParams(jersey), lang);
  if (decodeURI(url.pathname) !== decodeURI(address)) throw moved(address + url.search);

  const [similar, comments, beside, counts, lists] = await Promise.all([
    similarJerseys(client, jersey, { lang, limit: SIMILAR }),
    commentPage(client, jersey.id),
    kitsBeside(client, jersey, lang),
    readShelfCounts(client, jersey.id),
    listsWith(client, jersey.id, lang),
  ]);
  const shown = localDetail(jersey, lang);
  return {
    jersey: shown,
    similar,
    comments,
    beside,
    counts,
    lists,
    crumbs: crumbsOf(jersey, lang),
    // Made here, so that browsers don't load the code.
    structured: structuredData(shown, lang, context.get(accessContext)),
  };
}

/** Breadcrumbs of a jersey: its competition, and its team if that is a row of the catalogue. */
function crumbsOf(jersey: JerseyDetail, lang: Language): Crumb[] {
  const { competitions: competition, competition_id, team_id, teams: team } = jersey;
  return breadcrumbsFromHome(
    lang,
    {
      label: competitionName(competition, lang),
      path: href("competition", { competitionId: competition_id }, lang),
    },
    ...(team_id && team
      ? [
          {
            label: teamName(team, team.competition, lang),
            path: href("team", { teamId: team_id }, lang),
          },
        ]
      : []),
    { label: localJersey(jersey, lang).title },
  );
}

export const headers: Route.HeadersFunction = storedHeaders;

export const meta: Route.MetaFunction = ({ error, location, matches, loaderData }) => {
  const lang = languageOf(location.pathname);
  const t = translator(lang, "jersey");
  if (isRemoved(error)) return noindexMeta(t("removed.title"));
  if (!loaderData || "hiddenId" in loaderData) return noindexMeta(t("notFound.title"));
  const { jersey, crumbs, structured } = loaderData;
  const siteUrl = matches[0].loaderData?.siteUrl ?? "";
  return [
    ...pageMeta({
      screen: "jersey",
      params: jerseyParams(jersey),
      lang,
      siteUrl,
      title: titled(nameOf(jersey, lang)),
      description: describe(jersey, lang),
      crumbs,
    }),
    ...structured,
  ];
};

export default function Jersey({ loaderData }: Route.ComponentProps) {
  if (!("hiddenId" in loaderData)) return <JerseyView {...loaderData} />;
  return (
    <OwnOrMissing
      words="jersey"
      wait={<JerseySkeleton />}
      renderOwn={(memberId) => <MemberJersey id={loaderData.hiddenId} memberId={memberId} />}
    />
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRemoved(error)) return <ErrorScreen error={error} />;
  return (
    <Suspense>
      <RemovedScreen what={error.data} />
    </Suspense>
  );
}
