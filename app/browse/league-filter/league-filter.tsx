import { Link, useSearchParams } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { LEAGUES, type League } from "../../shared/domain/leagues.ts";
import { leagueName } from "../../shared/i18n/league-name.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { leagueSearch } from "./league-param.ts";

/** League filter. Its choices are links, so each has an address and works without scripts. */
export function LeagueFilter({ league }: { league: League | undefined }) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const [params] = useSearchParams();
  return (
    <nav
      aria-label={t("league.filter")}
      className="-mx-1 flex scroll-px-1 gap-2 overflow-x-auto p-1 [scrollbar-width:none]"
    >
      {[undefined, ...LEAGUES].map((choice) => (
        <Link
          key={choice ?? "ALL"}
          to={{ search: leagueSearch(params, choice) }}
          preventScrollReset
          aria-current={choice === league ? "true" : undefined}
          className="inline-flex h-11 shrink-0 items-center rounded-full border border-control px-5 text-sm font-semibold transition-colors hover:border-ink aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-paper aria-[current]:[scroll-initial-target:nearest]"
        >
          {choice ? leagueName(choice, lang) : t("league.ALL")}
        </Link>
      ))}
    </nav>
  );
}
