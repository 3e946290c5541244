import { lazy, Suspense } from "react";
import { data, Link } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { CommunityCard } from "../../../browse/components/community-card.tsx";
import { RequireMember } from "../../../account/session-guard/require-member.tsx";
import { SecondFactor } from "../../../account/session-guard/second-factor.tsx";
import { ShareButton } from "../../../jersey/share/share-button.tsx";
import { NEVER_STORED, NOT_STORED } from "../../../shared/address/cache-control.ts";
import { notFound } from "../../../shared/address/not-found.ts";
import { href } from "../../../shared/address/paths.ts";
import { useHref } from "../../../shared/address/use-href.ts";
import { PageHead } from "../../../shared/components/page-head.tsx";
import { reader } from "../../../shared/data/access.ts";
import { storedHeaders } from "../../../shared/data/stored.ts";
import { dayAt } from "../../../shared/domain/day.ts";
import { isUuid } from "../../../shared/domain/uuid.ts";
import { breadcrumbsFromHome } from "../../../shared/head/home-breadcrumbs.ts";
import { noindexMeta } from "../../../shared/head/noindex-meta.ts";
import { sharedMeta } from "../../../shared/head/page-meta.ts";
import { shareImagePath } from "../../../shared/head/share-image.ts";
import { languageOf } from "../../../shared/i18n/languages.ts";
import { translator } from "../../../shared/i18n/translations.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { useSession } from "../../../shared/session/use-session.ts";
import { loadForMembers } from "../../../shared/session/load-for-members.ts";
import { Skeleton } from "../../../shared/ui/skeleton.tsx";
import { readSharedYear } from "../../data/year.ts";
import { YearView } from "../../year/year-view.tsx";
import type { Route } from "./+types/route.ts";

const loadOwn = () => import("../../year/own-year.tsx");
/** Lazy: only members need the query library behind them. */
const OwnYear = lazy(loadOwn);
loadForMembers(loadOwn);
const LinkPanel = lazy(() =>
  import("../../year/link-panel.tsx").then(({ LinkPanel }) => ({ default: LinkPanel })),
);

/** The first year that may have been one in shirts. */
const FIRST = 2000;

/** A member's year in shirts: their own, or one that its member shows by a link (docs/product/show.md 29.1, 29.2). */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const year = /^\d{4}$/.test(params.year) ? Number(params.year) : 0;
  if (year < FIRST || year > Number(dayAt(new Date()).slice(0, 4))) throw notFound();
  const key = url.searchParams.get("key");
  if (key === null)
    return data({ year, shared: null, key }, { headers: { "Cache-Control": NOT_STORED } });
  const lang = languageOf(url.pathname);
  const shared = isUuid(key) ? await readSharedYear(reader(context), key, lang) : null;
  if (shared?.year !== year) throw notFound();
  // A link that is withdrawn shows nothing at once.
  return data({ year, shared, key }, { headers: { "Cache-Control": NEVER_STORED } });
}

export const headers: Route.HeadersFunction = storedHeaders;

/** People aren't for search engines. */
export const meta: Route.MetaFunction = ({ location, loaderData, matches }) => {
  if (!loaderData) return [];
  const { year, shared, key } = loaderData;
  const lang = languageOf(location.pathname);
  const t = translator(lang, "myYear");
  if (!shared) return noindexMeta(t("title", { year }));
  const siteUrl = matches[0].loaderData?.siteUrl ?? "";
  return sharedMeta({
    title: t("titleOf", { year, name: shared.name }),
    description: t("metaDescription", {
      year,
      name: shared.name,
      jerseys: translator(lang, "catalogue")("count.jerseys", { count: shared.shirts }),
    }),
    url: `${siteUrl}${href("year", { year: String(year) }, lang)}?key=${key}`,
    image: siteUrl + shareImagePath("year", key ?? undefined, lang),
    lang,
  });
};

export default function YearScreen({ loaderData: { year, shared, key } }: Route.ComponentProps) {
  const { t } = useTranslation("myYear");
  const lang = useLanguage();
  const to = useHref();
  const session = useSession();
  const title = shared ? t("titleOf", { year, name: shared.name }) : t("title", { year });
  return (
    <>
      <PageHead crumbs={breadcrumbsFromHome(lang, { label: title })} title={title}>
        {shared && (
          <Link
            to={to("member", { username: shared.username })}
            className="inline-flex min-h-11 items-center wrap-anywhere underline decoration-control underline-offset-4 hover:decoration-ink"
          >
            @{shared.username}
          </Link>
        )}
      </PageHead>
      <div className="page grid grid-cols-1 gap-10">
        {shared && key ? (
          <>
            {session.status === "member" && (
              <Suspense>
                <LinkPanel userId={session.user.id} year={year} shown={key} />
              </Suspense>
            )}
            <YearView year={year} counted={shared} Card={CommunityCard} />
            <ShareButton
              title={title}
              picture={shareImagePath("year", key, lang)}
              tallPicture={shareImagePath("year", `${key}_tall`, lang)}
            />
          </>
        ) : (
          <RequireMember reason="account" fallback={<Waiting />} challenge={SecondFactor}>
            {({ id }) => (
              <Suspense fallback={<Waiting />}>
                <OwnYear key={`${id} ${year}`} userId={id} year={year} Card={CommunityCard} />
              </Suspense>
            )}
          </RequireMember>
        )}
      </div>
    </>
  );
}

function Waiting() {
  return <Skeleton className="h-96 rounded-2xl" />;
}
