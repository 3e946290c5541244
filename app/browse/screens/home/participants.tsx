import { useState } from "react";
import { Link } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { lineUpUrl } from "../../address/line-up-url.ts";
import { useHref } from "../../../shared/address/use-href.ts";
import { PlainLink } from "../../../shared/components/plain-link.tsx";
import { button } from "../../../shared/ui/button.tsx";
import type { CompetitionSummary } from "../../../shared/domain/competition.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";

/** The teams of a competition; `teams` holds id and name in turn. */
export function Participants({ teams }: { teams: string[] }) {
  const to = useHref();
  const ids = teams.filter((_, n) => n % 2 === 0);
  return (
    <ul className="participants">
      {ids.map((teamId, n) => (
        <li key={teamId}>
          <PlainLink to={to("team", { teamId })}>{teams[2 * n + 1]}</PlainLink>
        </li>
      ))}
    </ul>
  );
}

/**
 * Teams that are read when the competition is unfolded. Without scripts, and when they can't be read, a link leads to
 * the competition's page, which lists them.
 */
export function LateParticipants({
  competition: { id, name },
  teams,
}: {
  competition: CompetitionSummary;
  teams: string[] | "loading" | undefined;
}) {
  const { t } = useTranslation("competitions");
  const { t: common } = useTranslation();
  const to = useHref();
  if (teams === "loading") {
    return (
      <p role="status" className="flex min-h-11 items-center text-sm text-muted">
        {common("loading")}
      </p>
    );
  }
  if (teams) return <Participants teams={teams} />;
  return (
    <Link
      to={to("competition", { competitionId: id })}
      className={button({ variant: "link", className: "min-h-11! text-sm" })}
    >
      {t("byLeague.teamsOf", { name })}
    </Link>
  );
}

/** The teams of a competition, and the function that reads them once. */
export function useLineUp(competitionId: string, season: string | undefined) {
  const lang = useLanguage();
  const [teams, setTeams] = useState<string[] | "loading">();
  async function read() {
    if (teams) return;
    setTeams("loading");
    try {
      const response = await fetch(lineUpUrl(competitionId, lang, season));
      if (!response.ok) throw new Error(`line-up: status ${response.status}`);
      setTeams((await response.json()) as string[]);
    } catch (error) {
      console.error("line-up not read", error);
      setTeams(undefined);
    }
  }
  return { teams, read };
}
