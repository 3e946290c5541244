import { redirect } from "react-router";

import { reader } from "../../../shared/data/access.ts";
import { readJerseyAddress, readMergedAddress } from "../../data/jersey.ts";
import { moved } from "../../../shared/address/moved.ts";
import { languageOf } from "../../../shared/i18n/languages.ts";
import { href } from "../../../shared/address/paths.ts";
import { jerseyParams } from "../../../shared/domain/jersey.ts";
import { isUuid } from "../../../shared/domain/uuid.ts";
import type { Route } from "./+types/route.ts";

/**
 * Redirects a jersey's short address to the canonical one, otherwise home (docs/product/site.md 2.7).
 */
export async function loader({ context, params, url }: Route.LoaderArgs): Promise<never> {
  const lang = languageOf(url.pathname);
  const client = reader(context);
  const jersey = isUuid(params.id)
    ? ((await readJerseyAddress(client, params.id)) ?? (await readMergedAddress(client, params.id)))
    : null;
  // Ids in capitals are further addresses of the same jersey.
  const isOneOfFew = params.id === params.id.toLowerCase();
  throw jersey
    ? moved(href("jersey", jerseyParams(jersey), lang), isOneOfFew)
    : redirect(href("home", {}, lang));
}

export default function JerseyById() {
  return null;
}
