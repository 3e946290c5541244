import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { notFound } from "../../../shared/address/not-found.ts";
import { screenAt } from "../../../shared/address/screen-at.ts";
import { isTextScreen } from "../../../shared/address/screens.ts";
import { PageHead } from "../../../shared/components/page-head.tsx";
import { accessContext } from "../../../shared/data/access.ts";
import type { Crumb } from "../../../shared/head/breadcrumbs.ts";
import { breadcrumbsFromHome } from "../../../shared/head/home-breadcrumbs.ts";
import { pageMeta } from "../../../shared/head/page-meta.ts";
import { type Language, languageOf } from "../../../shared/i18n/languages.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import type { Route } from "./+types/route.ts";
import { Contents } from "./contents.tsx";
import "../../../shared/styles/prose.css";

/** Before texts with fewer sections or characters of HTML, a phone shows no table of contents. */
const LONG = { sections: 4, characters: 3_000 };

export async function loader({ context, url }: Route.LoaderArgs) {
  const screen = screenAt(url.pathname);
  const { textPages } = context.get(accessContext);
  if (!textPages || !screen || !isTextScreen(screen)) throw notFound();
  return { screen, page: await textPages.read(screen, languageOf(url.pathname)) };
}

function crumbsOf(title: string, lang: Language): Crumb[] {
  return breadcrumbsFromHome(lang, { label: title });
}

export const meta: Route.MetaFunction = ({ location, matches, loaderData }) => {
  if (!loaderData) return [];
  const lang = languageOf(location.pathname);
  const { screen, page } = loaderData;
  return pageMeta({
    screen,
    params: {},
    lang,
    siteUrl: matches[0].loaderData?.siteUrl ?? "",
    title: `${page.title} | Maillothèque`,
    description: page.description,
    crumbs: crumbsOf(page.title, lang),
  });
};

/** A page that is a text: about, rules, terms, privacy, legal notice … */
export default function TextPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const { title, lead, html, contents } = loaderData.page;
  const isLong = contents.length >= LONG.sections && html.length >= LONG.characters;
  // Beside the text it takes no place from it.
  const hasContents = isLong || contents.length > 1;
  return (
    <>
      <PageHead crumbs={crumbsOf(title, lang)} title={title}>
        {lead && <p className="prose-lead" dangerouslySetInnerHTML={{ __html: lead }} />}
      </PageHead>
      <div className="page grid grid-cols-1 gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,42rem)_minmax(0,1fr)]">
        {hasContents && (
          <Contents
            label={t("onThisPage")}
            sections={contents}
            className={isLong ? undefined : "max-lg:hidden"}
          />
        )}
        <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
      </div>
    </>
  );
}
