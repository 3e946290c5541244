import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { FollowButton } from "../../../collect/follows/follow-button.tsx";
import { cursorOf } from "../../../shared/address/cursor.ts";
import { notFound } from "../../../shared/address/not-found.ts";
import { JerseyList } from "../../../shared/components/jersey-list.tsx";
import { NoJerseys } from "../../components/no-jerseys.tsx";
import { PageHead } from "../../../shared/components/page-head.tsx";
import { reader } from "../../../shared/data/access.ts";
import { readBrand } from "../../data/brands/brand.ts";
import { jerseyPage } from "../../data/jerseys/pages.ts";
import { slug } from "../../../shared/domain/slug.ts";
import { isUuid } from "../../../shared/domain/uuid.ts";
import { breadcrumbsFromHome } from "../../../shared/head/home-breadcrumbs.ts";
import { feedLinks } from "../../../shared/head/feed-links.ts";
import { noindexMeta } from "../../../shared/head/noindex-meta.ts";
import { pageMeta } from "../../../shared/head/page-meta.ts";
import { languageOf } from "../../../shared/i18n/languages.ts";
import { translator } from "../../../shared/i18n/translations.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { CommunityCard } from "../../components/community-card.tsx";
import { FilterThese } from "../../components/filter-these.tsx";
import type { Route } from "./+types/route.ts";
import { titled } from "../../../shared/head/titled.ts";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const client = reader(context);
  const brand = isUuid(params.brandId) ? await readBrand(client, params.brandId) : null;
  if (!brand) throw notFound();
  const after = cursorOf(url.searchParams.get("after"));
  const lang = languageOf(url.pathname);
  return {
    brand,
    brandSlug: slug(brand.name),
    jerseys: await jerseyPage(client, { brandId: brand.id }, { lang, after }),
  };
}

export const meta: Route.MetaFunction = ({ location, matches, loaderData }) => {
  if (!loaderData) return [];
  const lang = languageOf(location.pathname);
  const t = translator(lang, "variations");
  const { name: brand, id: brandId } = loaderData.brand;
  if (loaderData.jerseys.items.length === 0) return noindexMeta(t("brand.heading", { brand }));
  return [
    ...pageMeta({
      screen: "brand",
      params: { brandId },
      lang,
      siteUrl: matches[0].loaderData?.siteUrl ?? "",
      title: titled(t("brand.heading", { brand })),
      description: t("brand.metaDescription", { brand }),
      crumbs: breadcrumbsFromHome(lang, { label: brand }),
    }),
    ...feedLinks({ kind: "brand", id: brandId }, brand, lang),
  ];
};

/** The jerseys of a brand, the best rated first. */
export default function BrandScreen({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("variations");
  const { t: words } = useTranslation("catalogue");
  const lang = useLanguage();
  const { brand, brandSlug, jerseys } = loaderData;
  return (
    <>
      <PageHead
        crumbs={breadcrumbsFromHome(lang, { label: brand.name })}
        title={t("brand.heading", { brand: brand.name })}
      >
        <p>{t("brand.title")}</p>
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <FollowButton target={{ type: "brand", id: brand.id, name: brand.name }} />
        </div>
      </PageHead>
      <div className="page">
        <h2 className="sr-only">{words("names.jerseys")}</h2>
        {jerseys.items.length > 0 && (
          <p className="mb-4 flex justify-end">
            <FilterThese by={{ brand: brandSlug }} />
          </p>
        )}
        <JerseyList
          listKey={`brand:${brand.id}`}
          page={jerseys}
          Card={CommunityCard}
          empty={<NoJerseys title={t("brand.empty")} />}
        />
      </div>
    </>
  );
}
