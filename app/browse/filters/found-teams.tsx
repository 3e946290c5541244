import { useEffect, useState } from "react";

import { backend } from "../../shared/data/browser.ts";
import { type FoundTeam, reader } from "../../shared/data/search/read.ts";
import { tidyQuery } from "../../shared/domain/search-text.ts";
import { competitionName, teamName } from "../../shared/i18n/catalogue-names.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { useDebouncedValue } from "../../shared/components/use-debounced-value.ts";
import { type CatalogueQuery, withToggled } from "../domain/catalogue-query.ts";
import { FilterLink } from "./filter-link.tsx";

/** As many as fit under the field. */
const MOST = 6;

type Team = Pick<FoundTeam, "slug" | "name" | "short_name" | "country" | "competition">;

/** Clubs that words name and the page doesn't offer, as the site's search finds them. Lazy: few type here. */
export default function FoundTeams({
  words,
  offered,
  query,
}: {
  words: string;
  /** Slugs. */
  offered: readonly string[];
  query: CatalogueQuery;
}) {
  const lang = useLanguage();
  const sought = useDebouncedValue(tidyQuery(words));
  const [teams, setTeams] = useState<Team[]>([]);
  useEffect(() => {
    const left = new AbortController();
    const read = reader(backend(), left.signal);
    read<Team>("search_teams", {
      query: sought,
      max_results: MOST,
      select: "slug,name,short_name,country,competition:competitions(name,slug)",
    }).then(setTeams, (error: unknown) => {
      if (!left.signal.aborted) console.error("clubs not found", error);
    });
    return () => left.abort();
  }, [sought]);
  return (
    <ul className="filter-values">
      {teams
        .filter(({ slug }) => !offered.includes(slug))
        .map((team) => (
          <li key={team.slug}>
            <FilterLink query={withToggled(query, "team", team.slug)} className="filter-value">
              <i />
              <span>
                {teamName(team, team.competition, lang)}
                {team.competition && (
                  <span className="block text-xs text-muted">
                    {competitionName(team.competition, lang)}
                  </span>
                )}
              </span>
            </FilterLink>
          </li>
        ))}
    </ul>
  );
}
