import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { TeamShirt } from "../../shared/components/team-shirt.tsx";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { type CollectedSet, collectedSets } from "../data/shelves/completeness.ts";
import { useHref } from "../../shared/address/use-href.ts";
import { isInSet } from "../../shared/domain/kit-types.ts";
import { teamName } from "../../shared/i18n/catalogue-names.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { CompletenessPanel } from "./completeness-panel.tsx";

const MOST = 3;

/**
 * The member's completeness for the teams they collect most. Renders nothing before the first
 * jersey.
 */
export function MyTeams({ userId }: { userId: string }) {
  const { t } = useTranslation("collection");
  const { data: sets } = useMemberQuery(collectedSets(userId, MOST));
  if (!sets || sets.length === 0) return null;
  return (
    <div className="grid gap-4 pt-4">
      <h3 className="text-lg font-semibold">{t("complete.teams")}</h3>
      <ul className="grid grid-cols-1 gap-4 lg:grid-cols-3">
        {sets.map((set) => (
          <li key={set.team.id} className="grid">
            <MyTeam userId={userId} {...set} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function MyTeam({ userId, team, jerseys }: CollectedSet & { userId: string }) {
  const { t } = useTranslation("collection");
  const to = useHref();
  const lang = useLanguage();
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
            <span className="min-w-0 grow font-semibold wrap-anywhere">
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
