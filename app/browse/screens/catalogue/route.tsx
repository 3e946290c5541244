import { lazy, Suspense } from "react";
import { redirect } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { jerseysOf } from "../../i18n/jerseys-of.ts";
import { ErrorScreen } from "../../../shared/components/error-screen.tsx";
import { PageHead } from "../../../shared/components/page-head.tsx";
import { reader } from "../../../shared/data/access.ts";
import { parseCatalogue, redirectedSearch } from "../../domain/catalogue-query.ts";
import { breadcrumbsFromHome } from "../../../shared/head/home-breadcrumbs.ts";
import { noindexMeta } from "../../../shared/head/noindex-meta.ts";
import { pageMeta } from "../../../shared/head/page-meta.ts";
import { href } from "../../../shared/address/paths.ts";
import { type Language, languageOf } from "../../../shared/i18n/languages.ts";
import { translator } from "../../../shared/i18n/translations.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { storedHeaders, storedIf } from "../../../shared/data/stored.ts";
import type { Route } from "./+types/route.ts";
import { Catalogue } from "./catalogue.tsx";
import { loadCatalogue } from "./load.ts";
import { readWaiting, secondsOf } from "./wait.ts";
import { titled } from "../../../shared/head/titled.ts";

/** Lazy: hardly anybody filters so often. */
const Busy = lazy(async () => ({ default: (await import("./busy.tsx")).Busy }));

/**
 * Combinations are too many to be stored: only the page without parameters is (docs/product/browse.md 22).
 */

export async function loader({ context, url }: Route.LoaderArgs) {
  const requested = parseCatalogue(url.searchParams);
  const search = redirectedSearch(url.searchParams, requested);
  if (search !== undefined) throw redirect(url.pathname + search, 301);
  const found = await loadCatalogue(reader(context), requested, languageOf(url.pathname));
  return storedIf(url.search === "", found);
}

/** Someone who has filtered too often keeps their page until the server answers again. */
export function clientLoader({ serverLoader, request }: Route.ClientLoaderArgs) {
  return readWaiting(serverLoader, request.signal);
}

export const headers: Route.HeadersFunction = storedHeaders;

function crumbsOf(subject: string | undefined, lang: Language) {
  const title = translator(lang, "common")("nav.catalogue");
  return breadcrumbsFromHome(
    lang,
    ...(subject
      ? [{ label: title, path: href("catalogue", {}, lang) }, { label: subject }]
      : [{ label: title }]),
  );
}

export const meta: Route.MetaFunction = ({ location, matches, loaderData }) => {
  const lang = languageOf(location.pathname);
  if (!loaderData) return noindexMeta(translator(lang, "common")("unavailable.title"));
  const t = translator(lang, "filters");
  const { chosen, subject, canonical, isForSearch } = loaderData.head;
  const what = chosen.join(", ");
  const tags = pageMeta({
    screen: "catalogue",
    params: {},
    search: canonical,
    lang,
    siteUrl: matches[0].loaderData?.siteUrl ?? "",
    title: what ? titled(jerseysOf(what, lang)) : t("meta.title"),
    description: what ? t("meta.descriptionOf", { what }) : t("meta.description"),
    crumbs: crumbsOf(subject, lang),
  });
  return isForSearch ? tags : [...tags, { name: "robots", content: "noindex, nofollow" }];
};

export default function CatalogueScreen({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation(["filters", "common"]);
  const lang = useLanguage();
  const { subject } = loaderData.head;
  return (
    <>
      <PageHead
        crumbs={crumbsOf(subject, lang)}
        title={subject ? jerseysOf(subject, lang) : t("common:nav.catalogue")}
        isCompact
      >
        <p className="max-md:hidden">{t("lead")}</p>
      </PageHead>
      <Catalogue found={loaderData} />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const seconds = secondsOf(error);
  if (seconds === undefined) return <ErrorScreen error={error} />;
  return (
    <Suspense>
      <Busy seconds={seconds} />
    </Suspense>
  );
}
