import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { LoadFailed } from "../../shared/components/load-failed.tsx";
import { TeamShirt } from "../../shared/components/team-shirt.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { collectedTeams } from "../data/shelves/collected-teams.ts";
import { completeness } from "../data/shelves/completeness.ts";
import { useHref } from "../../shared/address/use-href.ts";
import { isInSet } from "../../shared/domain/kit-types.ts";
import type { League } from "../../shared/domain/leagues.ts";
import { teamName } from "../../shared/i18n/catalogue-names.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { CompletenessPanel } from "./completeness-panel.tsx";

const MOST = 3;

interface Team {
  id: string;
  name: string;
  country: string | null;
  competition: { slug: string } | null;
  colors: string[];
  league: League;
}

/**
 * The member's completeness for the teams they collect most. Renders nothing before the first
 * jersey.
 */
export function MyTeams({ userId }: { userId: string }) {
  const { t } = useTranslation("collection");
  const { data: teams } = useMemberQuery(collectedTeams(userId, MOST));
  if (!teams || teams.length === 0) return null;
  return (
    <div className="grid gap-4 pt-4">
      <h3 className="text-lg font-semibold">{t("complete.teams")}</h3>
      <ul className="grid grid-cols-1 gap-4 lg:grid-cols-3">
        {teams.map((team) => (
          <li key={team.id} className="grid">
            <MyTeam userId={userId} team={team} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function MyTeam({ userId, team }: { userId: string; team: Team }) {
  const { t } = useTranslation("collection");
  const to = useHref();
  const lang = useLanguage();
  const {
    data: jerseys,
    isError,
    refetch,
  } = useMemberQuery(completeness(userId, { team_id: team.id }));
  if (!jerseys && isError) return <LoadFailed onRetry={refetch} />;
  if (!jerseys) return <Skeleton className="h-64 rounded-2xl" />;
  const set = jerseys.filter(({ kit_type }) => isInSet(kit_type));
  const held = set.filter(({ isHeld }) => isHeld).length;
  return (
    <CompletenessPanel
      userId={userId}
      jerseys={jerseys}
      heading={
        <h4>
          <Link
            to={to("team", { teamId: team.id })}
            className="flex items-center gap-3 hover:underline"
          >
            <TeamShirt colors={team.colors} league={team.league} className="size-11 shrink-0" />
            <span className="min-w-0 grow font-semibold break-words">
              {teamName(team, team.competition, lang)}
            </span>
            <span className="numeral text-2xl" aria-hidden>
              {held}/{set.length}
            </span>
            <span className="sr-only">{t("complete.of", { held, count: set.length })}</span>
          </Link>
        </h4>
      }
    />
  );
}
