import { lazy, Suspense } from "react";
import { isRouteErrorResponse } from "react-router";

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
import { similarJerseys } from "../../../browse/data/jerseys/lists.ts";
import { readShelfCounts } from "../../../collect/data/shelves/shelf-counts.ts";
import { listsWith } from "../../../show/data/lists.ts";
import { useSession } from "../../../shared/session/use-session.ts";
import type { Crumb } from "../../../shared/head/breadcrumbs.ts";
import { breadcrumbsFromHome } from "../../../shared/head/home-breadcrumbs.ts";
import { competitionName, localJersey, teamName } from "../../../shared/i18n/catalogue-names.ts";
import { noindexMeta } from "../../../shared/head/noindex-meta.ts";
import { isRemoved, removedAnswer } from "../../../moderate/merging/removed.ts";
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

const MemberJersey = lazy(() => import("./member-jersey.tsx"));
const RemovedScreen = lazy(() => import("../../../moderate/merging/removed-screen.tsx"));

/** Number of similar jerseys (docs/product/jersey.md 5.5). */
const SIMILAR = 3;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const client = reader(context);
  const lang = languageOf(url.pathname);
  const jersey = isUuid(params.id) ? await readJersey(client, params.id) : null;
  const merged = !jersey && isUuid(params.id) && (await readMergedAddress(client, params.id));
  if (merged) {
    throw moved(href("jersey", jerseyParams(merged), lang));
  }
  if (!jersey) {
    const removed = isUuid(params.id) && (await readRemovedJersey(client, params.id));
    if (!removed) throw notFound("jersey");
    throw removedAnswer(removed, lang);
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
  if (!loaderData) return noindexMeta(t("notFound.title"));
  const { jersey, crumbs, structured } = loaderData;
  return [
    ...pageMeta({
      screen: "jersey",
      params: jerseyParams(jersey),
      lang,
      siteUrl: matches[0].loaderData?.siteUrl ?? "",
      title: t("meta.title", { name: nameOf(jersey, lang) }),
      description: describe(jersey, lang),
      crumbs,
    }),
    ...structured,
  ];
};

export default function Jersey({ loaderData }: Route.ComponentProps) {
  return <JerseyView {...loaderData} />;
}

/**
 * A jersey that visitors can't see may be visible to the member. While the session is unknown, the
 * style sheet shows a skeleton if a session is stored, otherwise 'not found'.
 */
export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  const session = useSession();
  if (isRemoved(error)) {
    return (
      <Suspense>
        <RemovedScreen what={error.data} />
      </Suspense>
    );
  }
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  const id = params.id ?? "";
  if (!isMissing || session.status === "visitor" || !isUuid(id)) {
    return <ErrorScreen error={error} />;
  }
  if (session.status === "member") {
    return (
      <Suspense fallback={<JerseySkeleton />}>
        <MemberJersey id={id} memberId={session.user.id} />
      </Suspense>
    );
  }
  return (
    <>
      <div className="if-visitor">
        <ErrorScreen error={error} />
      </div>
      <div className="if-member">
        <JerseySkeleton />
      </div>
    </>
  );
}
