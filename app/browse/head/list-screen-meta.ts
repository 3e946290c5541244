import type { MetaDescriptor } from "react-router";

import type { Crumb } from "../../shared/head/breadcrumbs.ts";
import { breadcrumbsFromHome } from "../../shared/head/home-breadcrumbs.ts";
import type { Messages, Namespace } from "../../shared/i18n/messages.ts";
import { translator } from "../../shared/i18n/translations.ts";
import { type Language, languageOf } from "../../shared/i18n/languages.ts";
import { pageMeta } from "../../shared/head/page-meta.ts";

/**
 * Screens one step from home without parameters in their address: their texts alone describe them.
 */
export type ListScreen = Extract<Described, "competitions" | "sports" | "trends">;

/** Namespaces that describe their page. */
type Described = {
  [Name in Namespace]: Messages[Name] extends { meta: { title: string; description: string } }
    ? Name
    : never;
}[Namespace];

/** The breadcrumbs of such a screen. */
export function crumbsOf(screen: ListScreen, lang: Language): Crumb[] {
  return breadcrumbsFromHome(lang, { label: translator(lang, "common")(`nav.${screen}`) });
}

/** The `meta` of such a screen. */
export function listScreenMeta(screen: ListScreen) {
  return ({ location, matches }: MetaArgs): MetaDescriptor[] => {
    const lang = languageOf(location.pathname);
    const t = translator(lang, screen);
    return pageMeta({
      screen,
      params: {},
      lang,
      siteUrl: matches[0].loaderData?.siteUrl ?? "",
      title: t("meta.title"),
      description: t("meta.description"),
      crumbs: crumbsOf(screen, lang),
    });
  };
}

/** The part of a route's `meta` arguments that is used. */
interface MetaArgs {
  location: { pathname: string };
  matches: readonly [{ loaderData?: { siteUrl: string } | undefined }, ...unknown[]];
}
