import { SearchX } from "lucide-react";
import { Fragment } from "react";
import { Link } from "react-router";

import { factKey } from "../../../shared/i18n/fact-key.ts";
import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { useHref } from "../../../shared/address/use-href.ts";
import { GRID_SIZES, JerseyGrid } from "../../../shared/components/jersey-grid.tsx";
import { PageHead } from "../../../shared/components/page-head.tsx";
import { reader } from "../../../shared/data/access.ts";
import { storedHeaders, storedIf } from "../../../shared/data/stored.ts";
import { breadcrumbsFromHome } from "../../../shared/head/home-breadcrumbs.ts";
import { noindexMeta } from "../../../shared/head/noindex-meta.ts";
import { pageMeta } from "../../../shared/head/page-meta.ts";
import { type Language, languageOf } from "../../../shared/i18n/languages.ts";
import { translator } from "../../../shared/i18n/translations.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { button } from "../../../shared/ui/button.tsx";
import { EmptyState } from "../../../shared/ui/empty-state.tsx";
import { CommunityCard } from "../../components/community-card.tsx";
import { knownValues, readFilterView } from "../../data/jerseys/filter-view.ts";
import { identify, jerseysOfCode } from "../../data/jerseys/identify.ts";
import { EMPTY_QUERY, isSet } from "../../domain/catalogue-query.ts";
import { type Look, LOOKS, seenShirt } from "../../domain/identify.ts";
import type { Route } from "./+types/route.ts";
import { LookForm } from "./look-form.tsx";

/** Combinations are too many to be stored: only the page without parameters is. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const client = reader(context);
  const lang = languageOf(url.pathname);
  const asked = seenShirt(url.searchParams);
  const { query } = await knownValues(client, asked.query);
  const seen = { ...asked, query, looks: LOOKS.filter((look) => isSet(query, look)) };
  const [candidates, ofCode, { named, decades }] = await Promise.all([
    identify(client, seen, lang),
    seen.code ? jerseysOfCode(client, seen.code, lang) : [],
    readFilterView(client, { query: EMPTY_QUERY, chosen: [], dropped: [] }, lang),
  ]);
  const offered = {
    brands: named.brand.map(([slug, name]) => [slug, name] as const),
    sponsors: named.sponsor.map(([value]) => value),
    decades: decades.toSorted((one, other) => other - one),
  };
  return storedIf(url.search === "", { seen, candidates, ofCode, offered });
}

export const headers: Route.HeadersFunction = storedHeaders;

const crumbsOf = (lang: Language) =>
  breadcrumbsFromHome(lang, { label: translator(lang, "common")("nav.identify") });

export const meta: Route.MetaFunction = ({ location, matches, loaderData }) => {
  const lang = languageOf(location.pathname);
  const t = translator(lang, "identify");
  if (!loaderData) return noindexMeta(translator(lang, "common")("unavailable.title"));
  const tags = pageMeta({
    screen: "identify",
    params: {},
    lang,
    siteUrl: matches[0].loaderData?.siteUrl ?? "",
    title: t("metaTitle"),
    description: t("metaDescription"),
    crumbs: crumbsOf(lang),
  });
  const { looks, code } = loaderData.seen;
  const isWhole = looks.length === 0 && code === "";
  return isWhole ? tags : [...tags, { name: "robots", content: "noindex, nofollow" }];
};

/** Which shirt is this? What is seen of it leads to those that it may be; no guess is called certain. */
export default function IdentifyScreen({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation(["identify", "common"]);
  const lang = useLanguage();
  const { seen, candidates, ofCode, offered } = loaderData;
  // The order is by how well they agree.
  const kinds = (["whole", "near"] as const)
    .map((kind) => ({
      kind,
      found: candidates.filter(({ differs }) => (differs.length === 0) === (kind === "whole")),
    }))
    .filter(({ found }) => found.length > 0);
  const [first] = kinds;
  return (
    <>
      <PageHead crumbs={crumbsOf(lang)} title={t("common:nav.identify")} isCompact>
        <p>{t("lead")}</p>
      </PageHead>
      <div className="page grid grid-cols-1 gap-10 pb-12">
        {seen.code && (
          // Before the form: on a phone it would stand below the fold.
          <div className="grid grid-cols-1 gap-6">
            <p role="status" className="font-semibold">
              {ofCode.length > 0 ? t("ofCode") : t("codeNone")}
            </p>
            {ofCode.length > 0 && (
              <JerseyGrid>
                {ofCode.map((jersey) => (
                  <li key={jersey.id}>
                    <CommunityCard jersey={jersey} sizes={GRID_SIZES} />
                  </li>
                ))}
              </JerseyGrid>
            )}
          </div>
        )}
        <LookForm seen={seen} offered={offered} />
        {first && (
          // On a phone the candidates stand below the form.
          <a
            href="#possible"
            className={button({
              variant: "hero",
              className: "sticky bottom-4 z-10 justify-self-center shadow-xl md:hidden",
            })}
          >
            {t(first.kind, { count: first.found.length })}
          </a>
        )}
        <section aria-labelledby="possible" className="grid grid-cols-1 gap-6">
          {seen.looks.length > 0 &&
            kinds.map(({ kind, found }, at) => (
              <Fragment key={kind}>
                <div role="status">
                  <h2 id={at === 0 ? "possible" : undefined} className="heading text-2xl">
                    {t(kind, { count: found.length })}
                  </h2>
                </div>
                <JerseyGrid>
                  {found.map(({ jersey, agrees, differs }, n) => (
                    <li key={jersey.id}>
                      <CommunityCard
                        jersey={jersey}
                        sizes={GRID_SIZES}
                        priority={at === 0 && n < 2}
                        standing={<Agreement agrees={agrees} differs={differs} />}
                        hasScore={false}
                      />
                    </li>
                  ))}
                </JerseyGrid>
              </Fragment>
            ))}
          {seen.looks.length > 0 && candidates.length === 0 && <Nothing />}
        </section>
      </div>
    </>
  );
}

function Agreement({ agrees, differs }: { agrees: readonly Look[]; differs: readonly Look[] }) {
  const { t } = useTranslation(["identify", "facts"]);
  const words = (looks: readonly Look[]) =>
    looks
      .map((look) => t(look === "years" ? "identify:years" : factKey(look)).toLowerCase())
      .join(", ");
  return (
    <>
      {agrees.length > 0 && (
        <span className="block">{t("identify:agrees", { looks: words(agrees) })}</span>
      )}
      {differs.length > 0 && (
        <span className="block text-muted">{t("identify:differs", { looks: words(differs) })}</span>
      )}
    </>
  );
}

function Nothing() {
  const { t } = useTranslation("identify");
  const to = useHref();
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title={t("none")}
      action={
        <Link
          to={to("accountSection", { section: "collection" })}
          className={button({ variant: "outline" })}
        >
          {t("keep")}
        </Link>
      }
    >
      <p>{t("noneText")}</p>
    </EmptyState>
  );
}
