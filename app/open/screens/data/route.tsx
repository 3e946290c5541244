import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { PageHead } from "../../../shared/components/page-head.tsx";
import { breadcrumbsFromHome } from "../../../shared/head/home-breadcrumbs.ts";
import { pageMeta } from "../../../shared/head/page-meta.ts";
import { type Language, languageOf } from "../../../shared/i18n/languages.ts";
import { translator } from "../../../shared/i18n/translations.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import type { Route } from "./+types/route.ts";

const crumbsOf = (lang: Language) =>
  breadcrumbsFromHome(lang, { label: translator(lang, "openData")("title") });

export const meta: Route.MetaFunction = ({ location, matches }) => {
  const lang = languageOf(location.pathname);
  const t = translator(lang, "openData");
  return pageMeta({
    screen: "data",
    params: {},
    lang,
    siteUrl: matches[0].loaderData?.siteUrl ?? "",
    title: t("meta.title"),
    description: t("meta.description"),
    crumbs: crumbsOf(lang),
  });
};

/** What anyone may take away (docs/product/open.md 32.1). */
export default function DataScreen() {
  const { t } = useTranslation("openData");
  return (
    <PageHead crumbs={crumbsOf(useLanguage())} title={t("title")}>
      {t("intro")}
    </PageHead>
  );
}
