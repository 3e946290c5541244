import { ArrowLeftRight } from "lucide-react";
import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Checkbox } from "../../shared/ui/checkbox.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Select } from "../../shared/ui/select.tsx";
import type { LineUp, LineUpCompetition } from "../data/line-ups/line-ups.ts";
import { replaceLineUps } from "../data/line-ups/roll-overs.ts";
import { competitionName } from "../../shared/i18n/catalogue-names.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { shownTeam } from "./team-names.ts";
import { SHOWING_LINE_UPS } from "../data/line-ups/keys.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";

export interface NamedLineUp extends LineUp {
  competition: LineUpCompetition;
}

/** Exchanges teams of two competitions of one league, both in one step. */
export function Exchange({ seasonId, lineUps }: { seasonId: string; lineUps: NamedLineUp[] }) {
  const { t } = useTranslation("adminLineUps");
  const [ids, setIds] = useState({ upper: "", lower: "" });
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());
  const problemText = useProblemText("adminLineUps:errors");
  const { mutate, isPending, error } = useMemberMutation({
    write: replaceLineUps,
    invalidates: SHOWING_LINE_UPS,
    endsExpiredSession: true,
    onSuccess: () => {
      setLeaving(new Set());
      toast.success(t("exchange.done"));
    },
    onError: (failure) => toast.error(problemText(failure)),
  });
  const upper = lineUps.find(({ competitionId }) => competitionId === ids.upper);
  const lower = lineUps.find(({ competitionId }) => competitionId === ids.lower);
  const partners = lineUps.filter(
    ({ competition }) =>
      competition.league === upper?.competition.league && competition.id !== upper.competition.id,
  );
  const leaves = (lineUp?: LineUp) => lineUp?.teams.filter(({ id }) => leaving.has(id)) ?? [];
  const [down, up] = [leaves(upper), leaves(lower)];

  function choose(change: Partial<typeof ids>) {
    setIds({ ...ids, ...change });
    setLeaving(new Set());
  }

  function exchange() {
    if (!upper || !lower) return;
    const changed = (lineUp: LineUp, gone: LineUp["teams"], come: LineUp["teams"]) => ({
      seasonId,
      competitionId: lineUp.competitionId,
      teams: [
        ...lineUp.teams.filter((team) => !gone.includes(team)),
        // A team may play in both already, such as in a league and a cup.
        ...come.filter(({ id }) => !lineUp.teams.some((team) => team.id === id)),
      ],
      seen: lineUp.teams,
    });
    mutate([changed(upper, down, up), changed(lower, up, down)]);
  }

  return (
    <details className="rounded-2xl border border-line">
      <summary className="cursor-pointer px-4 py-3 font-semibold">{t("exchange.title")}</summary>
      <div className="grid gap-5 px-4 pb-4">
        <div className="grid gap-5 sm:grid-cols-2">
          <Side
            label={t("exchange.upper")}
            offered={lineUps}
            lineUp={upper}
            onChoose={(id) => choose({ upper: id, lower: "" })}
            {...{ leaving, setLeaving }}
          />
          <Side
            label={t("exchange.lower")}
            offered={partners}
            lineUp={lower}
            onChoose={(id) => choose({ lower: id })}
            {...{ leaving, setLeaving }}
          />
        </div>
        <p role="alert" className="text-sm text-danger empty:hidden">
          {error && problemText(error)}
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <Button busy={isPending} disabled={down.length + up.length === 0} onClick={exchange}>
            <ArrowLeftRight aria-hidden />
            {t("exchange.submit")}
          </Button>
          <p role="status" className="numeral text-lg">
            {lower && t("exchange.count", { down: down.length, up: up.length })}
          </p>
        </div>
      </div>
    </details>
  );
}

function Side({
  label,
  offered,
  lineUp,
  leaving,
  setLeaving,
  onChoose,
}: {
  label: string;
  offered: NamedLineUp[];
  lineUp: NamedLineUp | undefined;
  leaving: ReadonlySet<string>;
  setLeaving: (ids: ReadonlySet<string>) => void;
  onChoose: (id: string) => void;
}) {
  const { t } = useTranslation(["adminLineUps", "submit"]);
  const lang = useLanguage();
  function toggle(id: string, isLeaving: boolean) {
    const next = new Set(leaving);
    if (isLeaving) next.add(id);
    else next.delete(id);
    setLeaving(next);
  }
  return (
    <div className="grid content-start gap-3">
      <Field label={label}>
        <Select
          value={lineUp?.competitionId ?? ""}
          disabled={offered.length === 0}
          onChange={(event) => onChoose(event.target.value)}
        >
          <option value="">{t("submit:choose.competition")}</option>
          {offered.map(({ competition }) => (
            <option key={competition.id} value={competition.id}>
              {competitionName(competition, lang)}
            </option>
          ))}
        </Select>
      </Field>
      {lineUp && (
        <fieldset className="max-h-96 overflow-y-auto rounded-xl border border-line px-3">
          <legend className="sr-only">
            {t("exchange.teamsOf", { name: competitionName(lineUp.competition, lang) })}
          </legend>
          {lineUp.teams.map((team) => (
            <Checkbox
              key={team.id}
              checked={leaving.has(team.id)}
              onChange={(event) => toggle(team.id, event.target.checked)}
            >
              {shownTeam(team, lang)}
            </Checkbox>
          ))}
        </fieldset>
      )}
    </div>
  );
}
