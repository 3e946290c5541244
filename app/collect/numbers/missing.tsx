import { CheckCheck, Heart } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../../shared/ui/button.tsx";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { teamJerseys } from "../data/shelves/missing.ts";
import { bySeason } from "../domain/copies/completeness.ts";
import { countBy, type CountedCopy } from "../domain/copies/statistics.ts";
import { Chart } from "./chart.tsx";
import { MissingSeason } from "./missing-season.tsx";
import { useWishes } from "./use-wishes.ts";
import { MoreButton } from "../../shared/components/more-button.tsx";
import { useSteps } from "../../shared/components/use-steps.ts";

/** Per team and season, the jerseys of the catalogue that a collection lacks. */
export function Missing({ userId, copies }: { userId: string; copies: readonly CountedCopy[] }) {
  const { t } = useTranslation("collectionNumbers");
  const id = useId();
  // Free texts and deleted jerseys have no team in the catalogue.
  const teams = countBy(
    copies.filter(({ copy }) => copy.jersey?.team_id),
    "team",
  ).flatMap(({ sample, count }) => {
    const teamId = sample.copy.jersey?.team_id;
    return teamId ? [{ teamId, count, name: sample.facts.team ?? "" }] : [];
  });
  const [chosen, setChosen] = useState<string>();
  const teamId = teams.find((team) => team.teamId === chosen)?.teamId ?? teams[0]?.teamId;
  return (
    <Chart title={t("missing.title")}>
      <p className="text-sm text-muted">{t("missing.text")}</p>
      {teamId ? (
        <>
          <div className="grid max-w-md gap-1.5">
            <label htmlFor={id} className="text-sm font-semibold">
              {t("missing.team")}
            </label>
            <Select id={id} value={teamId} onChange={(event) => setChosen(event.target.value)}>
              {teams.map((team) => (
                <option key={team.teamId} value={team.teamId}>
                  {team.name} ({team.count})
                </option>
              ))}
            </Select>
          </div>
          <MissingOfTeam key={teamId} userId={userId} teamId={teamId} />
        </>
      ) : (
        <p>{t("missing.none")}</p>
      )}
    </Chart>
  );
}

/** Seasons before "show more". */
const FEW = 4;

function MissingOfTeam({ userId, teamId }: { userId: string; teamId: string }) {
  const { t } = useTranslation(["collectionNumbers", "collection", "common"]);
  const { data: jerseys, isError, refetch } = useMemberQuery(teamJerseys(userId, teamId));
  const { length, more } = useSteps(FEW);
  const wishes = useWishes(userId);
  if (isError && !jerseys) {
    return (
      <EmptyState
        title={t("collectionNumbers:missing.loadFailed")}
        action={<Button onClick={() => void refetch()}>{t("common:error.retry")}</Button>}
      />
    );
  }
  if (!jerseys) return <Skeleton className="h-72 rounded-2xl" />;
  if (jerseys.length === 0) return <p>{t("collectionNumbers:missing.nothing")}</p>;
  const missing = jerseys.filter(({ isHeld }) => !isHeld);
  const toWish = missing.filter(({ isWished }) => !isWished).map(({ id }) => id);
  if (missing.length === 0) {
    return (
      <p className="flex items-center gap-2 font-semibold text-success">
        <CheckCheck aria-hidden className="size-5" />
        {t("collection:complete.all", { count: jerseys.length })}
      </p>
    );
  }
  const seasons = bySeason(jerseys).filter((season) => season.missing.length > 0);
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="font-semibold">
          {t("collection:complete.of", {
            held: jerseys.length - missing.length,
            count: jerseys.length,
          })}
        </p>
        {toWish.length > 0 && (
          <Button
            variant="outline"
            // Longer than a narrow phone in some languages.
            className="h-auto! min-h-11 py-2 whitespace-normal!"
            disabled={wishes.isPending}
            onClick={() => wishes.wish(toWish)}
          >
            <Heart aria-hidden />
            {t("collection:complete.wish")}
          </Button>
        )}
      </div>
      {seasons.slice(0, length).map((season) => (
        <MissingSeason key={season.season} season={season} wishes={wishes} />
      ))}
      {seasons.length > length && (
        <MoreButton onMore={more}>{t("collectionNumbers:missing.more")}</MoreButton>
      )}
    </div>
  );
}
