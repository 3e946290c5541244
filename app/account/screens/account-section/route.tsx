import { type AccountSection, asAccountSection } from "../../address/account-sections.ts";
import { moved } from "../../../shared/address/moved.ts";
import { notFound } from "../../../shared/address/not-found.ts";
import { href } from "../../../shared/address/paths.ts";
import { type Language, languageOf } from "../../../shared/i18n/languages.ts";
import { translator } from "../../../shared/i18n/translations.ts";
import { noindexMeta } from "../../../shared/head/noindex-meta.ts";
import { sectionTitle } from "../../components/section-title.ts";
import type { Route } from "./+types/route.ts";

function check(section: string, { pathname, search }: URL): null {
  // Addresses of the specification: what is submitted is on the account's first page.
  if (section === "submissions") throw moved(href("account", {}, languageOf(pathname)) + search);
  if (!asAccountSection(section)) throw notFound();
  return null;
}

/** Unknown sections are 404. */
export const loader = ({ params, url }: Route.LoaderArgs) => check(params.section, url);

/** Going from one section to another needs no request. */
export const clientLoader = ({ params, url }: Route.ClientLoaderArgs) => check(params.section, url);

export const meta: Route.MetaFunction = ({ location, params }) => {
  const section = asAccountSection(params.section);
  const lang = languageOf(location.pathname);
  const title = translator(lang, "common")("nav.account");
  return noindexMeta(section ? `${nameOf(section, lang)} – ${title}` : title);
};

/** What the navigation calls a section. */
const nameOf = (section: AccountSection, lang: Language): string =>
  section === "settings"
    ? translator(lang, "account")("rooms.settings")
    : sectionTitle(section, lang);

/** The screen around it shows the section, so that what is typed in the others stays. */
export default function AccountSectionRoute() {
  return null;
}
