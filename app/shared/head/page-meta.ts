import type { MetaDescriptor } from "react-router";

import { breadcrumbList, type Crumb } from "./breadcrumbs.ts";
import { DEFAULT_LANGUAGE, type Language, LANGUAGES } from "../i18n/languages.ts";
import { noindexMeta } from "./noindex-meta.ts";
import { alternates, type ParamsOf, type Screen } from "../address/paths.ts";
import { seasonShareId, SHARE_SIZE, type ShareKind, shareImagePath } from "./share-image.ts";

/** Open Graph's codes of the languages. */
const LOCALES: Record<Language, string> = { fr: "fr_FR", en: "en_GB", es: "es_ES", pt: "pt_BR" };

export interface PageMeta<S extends Screen> {
  screen: S;
  params: ParamsOf<S>;
  /** The query string of a page that search engines index with it. */
  search?: string;
  lang: Language;
  /** The site's public address, without a trailing slash. */
  siteUrl: string;
  title: string;
  description: string;
  /** Its share picture, where the address alone doesn’t say which. */
  picture?: { kind: ShareKind; id: string };
  /** The page's breadcrumbs, for search engines. */
  crumbs?: Crumb[];
}

/** The share picture of a page. */
function shareImageOf<S extends Screen>({ screen, params, lang, picture }: PageMeta<S>): string {
  if (picture) return shareImagePath(picture.kind, picture.id, lang);
  const { id, teamId, competitionId = "", season = "" } = params as Partial<Record<string, string>>;
  if (screen === "jersey") return shareImagePath("jersey", id, lang);
  if (screen === "list") return shareImagePath("list", id, lang);
  if (screen === "team") return shareImagePath("team", teamId, lang);
  if (screen === "competition") return shareImagePath("competition", competitionId, lang);
  if (screen === "season") {
    return shareImagePath("season", seasonShareId(competitionId, season), lang);
  }
  return shareImagePath(screen === "trends" ? "trends" : "site", undefined, lang);
}

/** What is shown of a page where its link is shared. */
interface LinkPreview {
  title: string;
  description: string;
  /** The page's address, with the site's. */
  url: string;
  /** The picture's address, with the site's. */
  image: string;
  lang: Language;
}

/** The preview of a shared link (Open Graph), also of a page that search engines don't index. */
function linkPreview({ title, description, url, image, lang }: LinkPreview): MetaDescriptor[] {
  return [
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: "Maillothèque" },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: url },
    { property: "og:locale", content: LOCALES[lang] },
    ...LANGUAGES.filter((other) => other !== lang).map((other) => ({
      property: "og:locale:alternate",
      content: LOCALES[other],
    })),
    { property: "og:image", content: image },
    { property: "og:image:type", content: "image/jpeg" },
    { property: "og:image:width", content: String(SHARE_SIZE.width) },
    { property: "og:image:height", content: String(SHARE_SIZE.height) },
    { property: "og:image:alt", content: title },
    { name: "twitter:card", content: "summary_large_image" },
    { name: "twitter:title", content: title },
    { name: "twitter:description", content: description },
    { name: "twitter:image", content: image },
    { name: "twitter:image:alt", content: title },
  ];
}

/** The head of a page that its member shares by its link: a title, a description and a preview, and no indexing. */
export function sharedMeta(preview: LinkPreview): MetaDescriptor[] {
  return [
    ...noindexMeta(preview.title),
    { name: "description", content: preview.description },
    ...linkPreview(preview),
  ];
}

/**
 * The head of a page: title, description, canonical address, the same page in the other languages,
 * and the preview of a shared link. The canonical address has no query but `search`, so that search
 * engines don't treat filters as separate pages.
 */
export function pageMeta<S extends Screen>(page: PageMeta<S>): MetaDescriptor[] {
  const { lang, siteUrl, title, description, search = "" } = page;
  const image = siteUrl + shareImageOf(page);
  const paths = alternates(page.screen, page.params);
  const address = (of: Language) => siteUrl + paths[of] + search;
  return [
    { title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: address(lang) },
    ...LANGUAGES.map((other) => ({
      tagName: "link" as const,
      rel: "alternate",
      hrefLang: other,
      href: address(other),
    })),
    {
      tagName: "link",
      rel: "alternate",
      hrefLang: "x-default",
      href: address(DEFAULT_LANGUAGE),
    },
    ...linkPreview({ title, description, url: address(lang), image, lang }),
    ...(page.crumbs ? [breadcrumbList(siteUrl, page.crumbs)] : []),
  ];
}
