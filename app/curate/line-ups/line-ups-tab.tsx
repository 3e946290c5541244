import { CalendarPlus, CalendarRange } from "lucide-react";
import { useMemo, useState } from "react";
import { useSearchParams } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { LoadFailed } from "../../shared/components/load-failed.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import type { RenderUndo } from "../../moderate/components/undo-slot.ts";
import { useTabDraft } from "../../shared/components/use-tab-draft.ts";
import {
  type LineUpCatalogue,
  lineUpCatalogue,
  type LineUpSeason,
  lineUpSeasons,
  type NamedLineUp,
  seasonLineUps,
} from "../data/line-ups/line-ups.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { competitionName } from "../../shared/i18n/catalogue-names.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { LineUpEditor, type LineUpEdit } from "./line-up-editor.tsx";
import { RollOverBar } from "./roll-over-bar.tsx";
import { RollOverForm } from "./roll-over-form.tsx";
import { SeasonActions } from "./season-actions.tsx";
import { sortedCatalogue, sortedLineUp } from "./team-names.ts";

/** The line-ups of a season, and the preparation of the next one. The season is in the address. */
export default function LineUpsTab({ renderUndo }: { renderUndo: RenderUndo }) {
  const seasons = useMemberQuery(lineUpSeasons());
  const catalogue = useMemberQuery(lineUpCatalogue());
  const lang = useLanguage();
  const sorted = useMemo(
    () => catalogue.data && sortedCatalogue(catalogue.data, lang),
    [catalogue.data, lang],
  );
  if (seasons.data && sorted) {
    return <LineUps seasons={seasons.data} catalogue={sorted} renderUndo={renderUndo} />;
  }
  if (seasons.isError || catalogue.isError) {
    const retry = () => Promise.all([seasons.refetch(), catalogue.refetch()]);
    return <LoadFailed onRetry={retry} />;
  }
  return <Skeleton className="h-96 rounded-2xl" />;
}

function LineUps({
  seasons,
  catalogue,
  renderUndo,
}: {
  seasons: LineUpSeason[];
  catalogue: LineUpCatalogue;
  renderUndo: RenderUndo;
}) {
  const { t } = useTranslation(["adminLineUps", "facts"]);
  const { competitions } = catalogue;
  const [params, setParams] = useSearchParams();
  const [starts, setStarts] = useState(false);
  const season =
    seasons.find(({ code }) => code === params.get("season")) ??
    seasons.find(({ rollOver }) => rollOver && !rollOver.published_at) ??
    seasons.find(({ hasLineUps }) => hasLineUps) ??
    seasons[0];

  const isDrafted = season?.rollOver !== undefined && !season.rollOver.published_at;

  function choose(code: string) {
    setStarts(false);
    setParams({ tab: "lineUps", season: code }, { preventScrollReset: true });
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <h2 className="heading text-xl">{t("title")}</h2>
        <div className="flex flex-wrap items-end gap-3">
          <Field label={t("facts:season")} className="w-60">
            <Select value={season?.code ?? ""} onChange={(event) => choose(event.target.value)}>
              {seasons.map(({ code, name, rollOver }) => (
                <option key={code} value={code}>
                  {rollOver && !rollOver.published_at ? t("draftSeason", { name }) : name}
                </option>
              ))}
            </Select>
          </Field>
          {season && !isDrafted && (
            <SeasonActions
              season={season}
              onGone={() => setParams({ tab: "lineUps" }, { preventScrollReset: true })}
            />
          )}
          {!starts && (
            <Button onClick={() => setStarts(true)}>
              <CalendarPlus aria-hidden />
              {t("start.open")}
            </Button>
          )}
        </div>
      </header>
      {starts && (
        <RollOverForm
          seasons={seasons}
          competitions={competitions}
          onStarted={choose}
          onCancel={() => setStarts(false)}
        />
      )}
      {season && (
        // The key: edits belong to one season.
        <SeasonLineUps key={season.id} {...{ season, seasons, catalogue, renderUndo }} />
      )}
    </div>
  );
}

type Edits = Record<string, LineUpEdit>;

function SeasonLineUps({
  season,
  seasons,
  catalogue,
  renderUndo,
}: {
  season: LineUpSeason;
  seasons: LineUpSeason[];
  catalogue: LineUpCatalogue;
  renderUndo: RenderUndo;
}) {
  const { t } = useTranslation(["adminLineUps", "adminCatalogue", "submit"]);
  const lang = useLanguage();
  const list = useMemberQuery(seasonLineUps(season.id));
  const { competitions } = catalogue;
  const [edits, setEdits] = useTabDraft<Edits>("admin.line-ups", season.id, {});
  const [added, setAdded] = useState<string[]>([]);
  if (!list.data) {
    return list.isError ? (
      <LoadFailed onRetry={list.refetch} />
    ) : (
      <Skeleton className="h-64 rounded-2xl" />
    );
  }

  const shown = new Set([...Object.keys(edits), ...added]);
  const isDraft = season.rollOver !== undefined && !season.rollOver.published_at;
  // In the order of the catalogue: the most important first.
  const lineUps = competitions.flatMap((competition): NamedLineUp[] => {
    const stored = list.data.find(({ competitionId }) => competitionId === competition.id);
    if (stored) return [sortedLineUp({ ...stored, competition }, lang)];
    if (!shown.has(competition.id)) return [];
    return [
      { competition, competitionId: competition.id, teams: [], isDraft, sourceSeasonId: null },
    ];
  });
  const others = competitions.filter(
    ({ id, is_active }) => is_active && !lineUps.some(({ competitionId }) => competitionId === id),
  );

  function change(competitionId: string, edit: LineUpEdit | undefined) {
    const { [competitionId]: _, ...rest } = edits;
    setEdits(edit ? { ...rest, [competitionId]: edit } : rest);
  }

  return (
    <>
      {season.rollOver && (
        <RollOverBar
          season={season}
          rollOver={season.rollOver}
          hasUnsaved={Object.keys(edits).length > 0}
          renderUndo={renderUndo}
        />
      )}
      {lineUps.length === 0 && (
        <EmptyState icon={<CalendarRange aria-hidden />} title={t("empty")} />
      )}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {lineUps.map((lineUp) => (
          <li key={lineUp.competitionId}>
            <LineUpEditor
              season={season}
              seasons={seasons}
              lineUp={lineUp}
              leagueTeams={catalogue.teams.filter(
                ({ league }) => league === lineUp.competition.league,
              )}
              edit={edits[lineUp.competitionId]}
              onEdit={(edit) => change(lineUp.competitionId, edit)}
            />
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <Field label={t("adminCatalogue:competitions.add")} className="max-w-sm">
          <Select value="" onChange={(event) => setAdded([...added, event.target.value])}>
            <option value="">{t("submit:choose.competition")}</option>
            {others.map((competition) => (
              <option key={competition.id} value={competition.id}>
                {competitionName(competition, lang)}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </>
  );
}
