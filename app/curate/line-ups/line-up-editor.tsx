import { X } from "lucide-react";
import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { Badge } from "../../shared/ui/badge.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Select } from "../../shared/ui/select.tsx";
import {
  type LeagueTeam,
  type LineUpSeason,
  type LineUpTeam,
  type NamedLineUp,
  readLineUps,
} from "../data/line-ups/line-ups.ts";
import { replaceLineUps } from "../data/line-ups/roll-overs.ts";
import { competitionName } from "../../shared/i18n/catalogue-names.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { shownTeam, sortedTeams } from "./team-names.ts";
import { SHOWING_LINE_UPS } from "../data/line-ups/keys.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";

/** A line-up that is being edited, and the version that it replaces. */
export interface LineUpEdit {
  seen: LineUpTeam[];
  teams: LineUpTeam[];
}

/** The teams of one competition: remove, add, copy those of another season, save. */
export function LineUpEditor({
  season,
  seasons,
  lineUp,
  leagueTeams,
  edit,
  onEdit,
}: {
  season: LineUpSeason;
  seasons: LineUpSeason[];
  lineUp: NamedLineUp;
  leagueTeams: LeagueTeam[];
  edit: LineUpEdit | undefined;
  onEdit: (edit: LineUpEdit | undefined) => void;
}) {
  const { t } = useTranslation(["adminLineUps", "common", "catalogue"]);
  const lang = useLanguage();
  const { competition } = lineUp;
  const name = competitionName(competition, lang);
  // The choice of teams is long: a closed line-up goes without.
  const [isOpen, setIsOpen] = useState(false);
  const teams = edit?.teams ?? lineUp.teams;
  const source = seasons.find(({ id }) => id === lineUp.sourceSeasonId);
  const change = (next: LineUpTeam[]) =>
    onEdit({ seen: edit?.seen ?? lineUp.teams, teams: sortedTeams(next, lang) });
  const problemText = useProblemText("adminLineUps:errors");
  const save = useMemberMutation({
    write: replaceLineUps,
    invalidates: SHOWING_LINE_UPS,
    endsExpiredSession: true,
    onSuccess: () => {
      onEdit(undefined);
      toast.success(t("editor.saved", { name }));
    },
    onError: (error) => toast.error(problemText(error)),
  });
  const takeOut = useMemberMutation({
    write: (client) =>
      replaceLineUps(client, [
        { seasonId: season.id, competitionId: competition.id, teams: [], seen: lineUp.teams },
      ]),
    invalidates: SHOWING_LINE_UPS,
    endsExpiredSession: true,
    onSuccess: () => {
      onEdit(undefined);
      toast.success(t("draft.takenOut", { name }));
    },
    onError: (error) => toast.error(problemText(error)),
  });
  return (
    <details
      data-competition={competition.slug}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className="rounded-2xl border border-line [&[open]>summary]:border-b"
    >
      <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 border-line px-4 py-3">
        <span className="font-semibold">{name}</span>
        <span className="text-sm text-muted">
          {t("catalogue:count.teams", { count: teams.length })}
        </span>
        {lineUp.isDraft && <Badge tone="outline">{t("isDraft")}</Badge>}
        {edit && <Badge tone="outline">{t("unsaved")}</Badge>}
        {lineUp.isDraft && (
          <Button
            variant="ghost"
            size="sm"
            className="ms-auto"
            busy={takeOut.isPending}
            onClick={(event) => {
              // The summary would open the line-up.
              event.preventDefault();
              takeOut.mutate();
            }}
          >
            {t("draft.takeOut")}
          </Button>
        )}
      </summary>
      {isOpen && (
        <div className="grid gap-5 p-4">
          {lineUp.isDraft && (
            <p className="text-sm text-muted">
              {source ? t("source", { season: source.name }) : t("noSource")}
            </p>
          )}
          {teams.length === 0 && <p className="text-muted">{t("editor.none")}</p>}
          <ul className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
            {teams.map((team) => (
              <li key={team.id} className="flex items-center justify-between gap-2">
                <span className="min-w-0 break-words">{shownTeam(team, lang)}</span>
                <Button
                  variant="ghost"
                  size="icon"
                  disabled={save.isPending}
                  aria-label={t("common:of", {
                    label: t("common:action.remove"),
                    name: shownTeam(team, lang),
                  })}
                  onClick={() => change(teams.filter(({ id }) => id !== team.id))}
                >
                  <X aria-hidden className="size-4" />
                </Button>
              </li>
            ))}
          </ul>
          <div className="grid gap-5 lg:grid-cols-2">
            <AddTeam
              teams={leagueTeams.filter(({ id }) => !teams.some((team) => team.id === id))}
              disabled={save.isPending}
              onAdd={(team) => change([...teams, team])}
            />
            <CopyLineUp
              seasons={seasons.filter(({ id, hasLineUps }) => hasLineUps && id !== season.id)}
              competitionId={competition.id}
              disabled={save.isPending}
              // Teams that have retired since stay out.
              onCopy={(copied) =>
                change(copied.filter(({ id }) => leagueTeams.some((team) => team.id === id)))
              }
            />
          </div>
          <p role="alert" className="text-sm text-danger empty:hidden">
            {save.error && problemText(save.error)}
          </p>
          {edit && (
            <div className="flex flex-wrap gap-3">
              <Button
                busy={save.isPending}
                onClick={() =>
                  save.mutate([{ seasonId: season.id, competitionId: competition.id, ...edit }])
                }
              >
                {t("common:action.save")}
              </Button>
              <Button
                variant="outline"
                disabled={save.isPending}
                onClick={() => {
                  save.reset();
                  onEdit(undefined);
                }}
              >
                {t("common:action.cancel")}
              </Button>
            </div>
          )}
        </div>
      )}
    </details>
  );
}

function AddTeam({
  teams,
  disabled,
  onAdd,
}: {
  teams: LeagueTeam[];
  disabled: boolean;
  onAdd: (team: LeagueTeam) => void;
}) {
  const { t } = useTranslation(["adminLineUps", "adminCatalogue", "submit"]);
  const lang = useLanguage();
  const [id, setId] = useState("");
  const team = teams.find((candidate) => candidate.id === id);
  return (
    <div className="grid grid-cols-[1fr_auto] items-end gap-3">
      <Field label={t("adminCatalogue:teams.add")}>
        <Select value={team?.id ?? ""} onChange={(event) => setId(event.target.value)}>
          <option value="">{t("submit:choose.team")}</option>
          {teams.map((candidate) => (
            <option key={candidate.id} value={candidate.id}>
              {shownTeam(candidate, lang)}
            </option>
          ))}
        </Select>
      </Field>
      <Button variant="outline" disabled={disabled || !team} onClick={() => team && onAdd(team)}>
        {t("adminCatalogue:create")}
      </Button>
    </div>
  );
}

function CopyLineUp({
  seasons,
  competitionId,
  disabled,
  onCopy,
}: {
  seasons: LineUpSeason[];
  competitionId: string;
  disabled: boolean;
  onCopy: (teams: LineUpTeam[]) => void;
}) {
  const { t } = useTranslation(["adminLineUps", "submit", "catalogue", "share"]);
  const [seasonId, setSeasonId] = useState("");
  const problemText = useProblemText("adminLineUps:errors");
  const { mutate, isPending } = useMemberMutation({
    write: readLineUps,
    endsExpiredSession: true,
    onSuccess: (lineUps) => {
      const copied = lineUps.find((lineUp) => lineUp.competitionId === competitionId)?.teams ?? [];
      if (copied.length === 0) return toast.info(t("empty"));
      onCopy(copied);
      toast.info(t("editor.copied", { count: copied.length }));
    },
    onError: (error) => toast.error(problemText(error)),
  });
  return (
    <div className="grid grid-cols-[1fr_auto] items-end gap-3">
      <Field label={t("editor.copyOf")}>
        <Select value={seasonId} onChange={(event) => setSeasonId(event.target.value)}>
          <option value="">{t("submit:choose.season")}</option>
          {seasons.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Button
        variant="outline"
        busy={isPending}
        disabled={disabled || seasonId === ""}
        onClick={() => mutate(seasonId)}
      >
        {t("share:copy")}
      </Button>
    </div>
  );
}
