import { asAccountSection } from "../../address/account-sections.ts";
import { notFound } from "../../address/not-found.ts";
import { languageOf } from "../../i18n/languages.ts";
import { translator } from "../../i18n/translations.ts";
import { noindexMeta } from "../../head/noindex-meta.ts";
import { sectionTitle } from "../shared/section-title.ts";
import type { Route } from "./+types/route.ts";

function check(section: string): null {
  if (!asAccountSection(section)) throw notFound();
  return null;
}

/** Unknown sections are 404. */
export const loader = ({ params }: Route.LoaderArgs) => check(params.section);

/** Going from one section to another needs no request. */
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => check(params.section);

export const meta: Route.MetaFunction = ({ location, params }) => {
  const section = asAccountSection(params.section);
  const lang = languageOf(location.pathname);
  const title = translator(lang, "account")("title");
  return noindexMeta(section ? `${sectionTitle(section, lang)} – ${title}` : title);
};

/** The screen around it shows the section, so that what is typed in the others stays. */
export default function AccountSectionRoute() {
  return null;
}
