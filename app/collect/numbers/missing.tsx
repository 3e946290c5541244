import { CheckCheck, Heart } from "lucide-react";
import { useId, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { LoadFailed } from "../../shared/components/load-failed.tsx";
import { JerseyCard } from "../../shared/components/jersey-card.tsx";
import { GRID_SIZES, JerseyGrid } from "../../shared/components/jersey-grid.tsx";
import { localJersey } from "../../shared/i18n/catalogue-names.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { nearestSets } from "../data/member-home.ts";
import { teamJerseys } from "../data/shelves/missing.ts";
import type { CopyEntry } from "../domain/copies/filter.ts";
import { countBy } from "../domain/copies/statistics.ts";
import { Chart } from "./chart.tsx";
import { HaveButton } from "../collection/have-button.tsx";
import { CopyAsText } from "../completeness/copy-as-text.tsx";
import { useWishes } from "../completeness/use-wishes.ts";
import { MoreButton } from "../../shared/components/more-button.tsx";
import { useSteps } from "../../shared/components/use-steps.ts";

/** The team of a copy, as far as the catalogue has it. */
const teamOf = ({ copy: { jersey, former_jersey: former } }: CopyEntry) =>
  jersey ? jersey.team_id : former?.teams?.id;

/** Of one team, the jerseys of the catalogue that a collection lacks, the newest first: first of the set that is nearest to complete, as on the home page. */
export function Missing({ userId, copies }: { userId: string; copies: readonly CopyEntry[] }) {
  const { t } = useTranslation(["collectionNumbers", "facts", "collection", "memberHome"]);
  const id = useId();
  const lang = useLanguage();
  const teams = countBy(copies.filter(teamOf), "team").map(({ sample, count }) => ({
    teamId: teamOf(sample)!,
    count,
    name: sample.facts.team ?? "",
  }));
  const { data: sets, isLoading } = useMemberQuery(nearestSets(userId, lang));
  const [chosen, setChosen] = useState<string>();
  const isListed = (id: string | undefined) => teams.some(({ teamId }) => teamId === id);
  const nearest = sets?.find(({ team }) => isListed(team.id))?.team.id;
  // It stays when its last shirt comes.
  if (chosen === undefined && nearest) setChosen(nearest);
  const teamId = isListed(chosen) ? chosen : (nearest ?? teams[0]?.teamId);
  return (
    <Chart title={t("memberHome:missing")}>
      {isLoading ? (
        <Skeleton className="h-72 rounded-2xl" />
      ) : teamId ? (
        <>
          <div className="grid max-w-md gap-1.5">
            <label htmlFor={id} className="text-sm font-semibold">
              {t("facts:team")}
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

/** Jerseys before "show more". */
const FEW = 8;

function MissingOfTeam({ userId, teamId }: { userId: string; teamId: string }) {
  const { t } = useTranslation(["collectionNumbers", "collection", "common"]);
  const { data: jerseys, isError, refetch } = useMemberQuery(teamJerseys(userId, teamId));
  const lang = useLanguage();
  const { length, more } = useSteps(FEW);
  const wishes = useWishes(userId);
  if (isError && !jerseys) {
    return <LoadFailed onRetry={refetch} />;
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
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="font-semibold">
          {t("collection:complete.of", {
            held: jerseys.length - missing.length,
            count: jerseys.length,
          })}
        </p>
        <CopyAsText jerseys={jerseys} />
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
      <JerseyGrid>
        {missing.slice(0, length).map(({ isWished, ...stored }) => {
          const jersey = localJersey(stored, lang);
          return (
            <li key={jersey.id}>
              <JerseyCard
                jersey={jersey}
                sizes={GRID_SIZES}
                said="team"
                have={
                  <>
                    <HaveButton jersey={jersey} />
                    <Button
                      variant="ghost"
                      size="icon"
                      aria-pressed={isWished}
                      disabled={wishes.isPending}
                      aria-label={t("collection:of.wishlist", { title: jersey.title })}
                      onClick={() => (isWished ? wishes.unwish : wishes.wish)([jersey.id])}
                    >
                      <Heart aria-hidden fill={isWished ? "currentColor" : "none"} />
                    </Button>
                  </>
                }
              />
            </li>
          );
        })}
      </JerseyGrid>
      {missing.length > length && <MoreButton onMore={more}>{t("common:action.more")}</MoreButton>}
    </div>
  );
}
