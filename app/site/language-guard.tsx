import { redirect } from "react-router";

import type { Route } from "./+types/language-guard.ts";
import { notFound } from "../shared/address/not-found.ts";
import { href } from "../shared/address/paths.ts";
import { DEFAULT_LANGUAGE, isLanguage } from "../shared/i18n/languages.ts";

/** Every page's route has the language as an optional parameter, which matches any word. */
const isUnknown = (lang: string | undefined) => lang !== undefined && !isLanguage(lang);

/** A screen that redirects runs beside this guard's loader, and a redirect wins over its 404. */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ params }, next) => {
    const answer = await next();
    if (isUnknown(params.lang) && answer.headers.has("Location")) {
      throw redirect(href("notFound", {}, DEFAULT_LANGUAGE));
    }
    return answer;
  },
];

/**
 * Answers 404 to `/xx/team/…`. A loader, not the middleware: the root's loader runs beside it, and
 * the 404 page needs its data.
 */
export function loader({ params }: Route.LoaderArgs): null {
  if (isUnknown(params.lang)) throw notFound();
  return null;
}

/** Links lead to known languages only: a page reached by one needs no answer from here. */
export const shouldRevalidate = () => false;
