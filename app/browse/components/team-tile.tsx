import { PlainLink } from "../../shared/components/plain-link.tsx";

import { useHref } from "../../shared/address/use-href.ts";
import type { League } from "../../shared/domain/leagues.ts";
import { TeamShirt } from "../../shared/components/team-shirt.tsx";
import { cx } from "../../shared/ui/cx.ts";

export interface TeamSummary {
  id: string;
  name: string;
  city: string | null;
  colors: string[];
}

/** A team in a list: colours, name, city. A wide tile has them side by side on a phone too. */
export function TeamTile({
  team,
  league,
  isWide = false,
}: {
  team: TeamSummary;
  league: League;
  isWide?: boolean;
}) {
  const to = useHref();
  return (
    <PlainLink
      to={to("team", { teamId: team.id })}
      className={cx(
        "flex h-full min-h-18 rounded-2xl bg-surface p-3 transition-colors hover:bg-line",
        isWide ? "items-center gap-3" : "flex-col gap-1 sm:flex-row sm:items-center sm:gap-3",
      )}
    >
      <TeamShirt colors={team.colors} league={league} className="size-11 shrink-0" />
      <span className="grid min-w-0">
        <span className="line-clamp-2 text-sm leading-snug font-semibold sm:text-base">
          {team.name}
        </span>
        {team.city && <span className="truncate text-sm text-muted">{team.city}</span>}
      </span>
    </PlainLink>
  );
}
