import { History, Shirt, X } from "lucide-react";
import { type MouseEvent, type ReactNode, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { TeamShirt } from "../../shared/components/team-shirt.tsx";
import { button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { forgetSearch, forgetSearches, recentSearches } from "./recent-searches.ts";
import type { FoundTeam } from "../../shared/data/search/read.ts";
import { useHref } from "../../shared/address/use-href.ts";
import { teamName } from "../../shared/i18n/catalogue-names.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { usePopularTeams } from "./use-popular-teams.ts";

/**
 * What the dialog offers before anything is typed: recent searches of this browser, each removable,
 * and popular teams. Ordinary buttons and links after the field, because an option of a list can't
 * contain a button.
 */
export function Starters({
  onSearch,
  onPick,
}: {
  onSearch: (query: string) => void;
  onPick: (path: string) => void;
}) {
  const { t } = useTranslation(["search", "common", "catalogue"]);
  const to = useHref();
  const [recent, setRecent] = useState(recentSearches);
  const popular = usePopularTeams();
  return (
    <div className="grid min-h-0 grow content-start gap-4 overflow-y-auto overscroll-contain px-2 pb-4">
      {recent.length > 0 && (
        <Block
          id="recent-searches"
          title={t("recent.title")}
          action={
            <button
              type="button"
              className={button({ variant: "ghost", size: "sm" })}
              onClick={() => {
                forgetSearches();
                setRecent([]);
              }}
            >
              {t("catalogue:clear")}
            </button>
          }
        >
          {recent.map((query) => (
            <li key={query} className="flex items-center">
              <button
                type="button"
                className="flex min-h-11 min-w-0 grow items-center gap-3 rounded-xl px-3 text-left hover:bg-surface"
                onClick={() => onSearch(query)}
              >
                <History aria-hidden className="size-4 shrink-0 text-muted" />
                <span className="truncate">{query}</span>
              </button>
              <button
                type="button"
                aria-label={t("common:of", { label: t("common:action.remove"), name: query })}
                className={button({ variant: "ghost", size: "icon" })}
                onClick={() => {
                  forgetSearch(query);
                  setRecent(recentSearches());
                }}
              >
                <X aria-hidden />
              </button>
            </li>
          ))}
        </Block>
      )}
      <PickLink path={to("identify", {})} onPick={onPick} className="min-h-11">
        <Shirt aria-hidden className="size-4 shrink-0 text-muted" />
        <span className="truncate">{t("common:nav.identify")}</span>
      </PickLink>
      {popular.length > 0 && (
        <Block id="popular-teams" title={t("popular")}>
          {popular.map((team) => (
            <PopularTeam key={team.id} team={team} onPick={onPick} />
          ))}
        </Block>
      )}
    </div>
  );
}

function Block({
  id,
  title,
  action,
  children,
}: {
  id: string;
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id}>
      <div className="flex min-h-11 items-center justify-between gap-3 px-3">
        <h2 id={id} className="caption">
          {title}
        </h2>
        {action}
      </div>
      <ul className="grid sm:grid-cols-2">{children}</ul>
    </section>
  );
}

function PopularTeam({ team, onPick }: { team: FoundTeam; onPick: (path: string) => void }) {
  const to = useHref();
  const lang = useLanguage();
  return (
    <li>
      <PickLink path={to("team", { teamId: team.id })} onPick={onPick} className="min-h-14">
        <TeamShirt
          colors={team.colors}
          league={team.competition?.league ?? "SOCCER"}
          className="size-9 shrink-0"
        />
        <span className="truncate font-semibold">{teamName(team, team.competition, lang)}</span>
      </PickLink>
    </li>
  );
}

/** A link that closes the dialog. */
function PickLink({
  path,
  onPick,
  className,
  children,
}: {
  path: string;
  onPick: (path: string) => void;
  className: string;
  children: ReactNode;
}) {
  const follow = (event: MouseEvent) => {
    // Otherwise the browser opens another tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onPick(path);
  };
  return (
    <a
      href={path}
      onClick={follow}
      className={cx("flex items-center gap-3 rounded-xl px-3 hover:bg-surface", className)}
    >
      {children}
    </a>
  );
}
