import { redirect } from "react-router";

import { serverSource } from "../../data/search/server-source.ts";
import { href } from "../../../shared/address/paths.ts";
import { languageOf } from "../../../shared/i18n/languages.ts";
import { CommunityCard } from "../../components/community-card.tsx";
import { queryOf } from "../../search/query-param.ts";
import { readResults } from "../../search/read-results.ts";
import { resultsMeta } from "../../search/results-meta.ts";
import { SearchResults } from "../../search/search-results.tsx";
import type { Route } from "./+types/route.ts";

/** What is found for `?q=`; without it the home page has the field (docs/product/browse.md 4.6). */
export async function loader({ context, url }: Route.LoaderArgs) {
  const lang = languageOf(url.pathname);
  const query = queryOf(url.searchParams);
  if (!query) throw redirect(href("home", {}, lang));
  return readResults(serverSource(context), { query, params: url.searchParams, lang });
}

export const meta: Route.MetaFunction = ({ location, loaderData }) =>
  loaderData ? resultsMeta(loaderData.query, languageOf(location.pathname)) : [];

export default function SearchScreen({ loaderData }: Route.ComponentProps) {
  return <SearchResults page={loaderData} Card={CommunityCard} />;
}
