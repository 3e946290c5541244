import { Link } from "react-router";

import { useHref } from "../address/use-href.ts";
import type { League } from "../domain/leagues.ts";
import { TeamShirt } from "./team-shirt.tsx";

export interface TeamSummary {
  id: string;
  name: string;
  city: string | null;
  colors: string[];
}

/** A team in a list: colours, name, city. */
export function TeamTile({ team, league }: { team: TeamSummary; league: League }) {
  const to = useHref();
  return (
    <Link
      to={to("team", { teamId: team.id })}
      prefetch="intent"
      className="flex h-full min-h-18 flex-col gap-1 rounded-2xl bg-surface p-3 sm:flex-row sm:items-center sm:gap-3 transition-colors hover:bg-line"
    >
      <TeamShirt colors={team.colors} league={league} className="size-11 shrink-0" />
      <span className="grid min-w-0">
        <span className="line-clamp-2 text-sm leading-snug font-semibold sm:text-base">
          {team.name}
        </span>
        {team.city && <span className="truncate text-sm text-muted">{team.city}</span>}
      </span>
    </Link>
  );
}
