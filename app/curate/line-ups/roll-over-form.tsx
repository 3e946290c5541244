import { type SubmitEvent, useEffect, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Checkbox } from "../../shared/ui/checkbox.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { competitionName } from "../../shared/i18n/catalogue-names.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import type { LineUpCompetition, LineUpSeason } from "../data/line-ups/line-ups.ts";
import { startRollOver, yearlyCompetitions } from "../data/line-ups/roll-overs.ts";
import { LEAGUES } from "../../shared/domain/leagues.ts";
import { seasonOf } from "../../shared/domain/import/seasons.ts";
import { seasonName, seasonsBefore, seasonToPrepare } from "../../shared/domain/season.ts";
import { SHOWING_LINE_UPS } from "../data/line-ups/keys.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";

/** Starts a roll-over: the season, and the competitions whose last line-ups are copied; those of every year are ticked. */
export function RollOverForm({
  seasons,
  competitions,
  onStarted,
  onCancel,
}: {
  seasons: LineUpSeason[];
  competitions: LineUpCompetition[];
  /** Called with the code of the season. */
  onStarted: (code: string) => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation(["adminLineUps", "common", "facts", "catalogue"]);
  const lang = useLanguage();
  const active = competitions.filter(({ is_active }) => is_active);
  const [typed, setTyped] = useState(
    () =>
      seasonToPrepare(
        seasons.filter((season) => season.is_active && season.hasLineUps),
        new Date().getFullYear(),
      ).name,
  );
  const code = seasonOf(typed);
  const [isRefused, setRefused] = useState(false);
  const yearly = useMemberQuery(yearlyCompetitions(competitions, seasonsBefore(seasons, code)));
  const [own, setOwn] = useState<ReadonlySet<string>>();
  const chosen = own ?? new Set(yearly.data);
  const problemText = useProblemText("adminLineUps:errors");
  const { mutate, isPending, error } = useMemberMutation({
    write: startRollOver,
    invalidates: SHOWING_LINE_UPS,
    endsExpiredSession: true,
    onSuccess: (_, { code }) => {
      toast.success(t("adminLineUps:start.done"));
      onStarted(code);
    },
    onError: (failure) => toast.error(problemText(failure)),
  });

  // The button that opened the form is gone, so the focus moves to its first field.
  useEffect(() => document.getElementById("roll-over-season")?.focus(), []);

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    setRefused(!code);
    if (code) mutate({ code, name: seasonName(code)!, competitions: [...chosen] });
  }

  function toggle(id: string, isChosen: boolean) {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setOwn(next);
  }

  return (
    <form
      onSubmit={onSubmit}
      noValidate
      aria-labelledby="roll-over-title"
      className="grid grid-cols-[minmax(0,1fr)] gap-5 rounded-2xl border border-line bg-raised p-4 sm:p-6"
    >
      <h3 id="roll-over-title" className="heading text-lg">
        {t("adminLineUps:start.open")}
      </h3>
      <p className="max-w-prose text-sm text-muted">{t("adminLineUps:start.text")}</p>
      <Field
        label={t("facts:season")}
        error={isRefused && !code ? t("adminLineUps:start.unknown") : undefined}
        required
        className="max-w-60"
      >
        <Input
          value={typed}
          autoComplete="off"
          id="roll-over-season"
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <p className="text-sm font-semibold">{t("catalogue:names.competitions")}</p>
        <Button variant="secondary" size="sm" onClick={() => setOwn(undefined)}>
          {t("adminLineUps:start.yearly")}
        </Button>
        <Button variant="secondary" size="sm" onClick={() => setOwn(new Set())}>
          {t("adminLineUps:start.none")}
        </Button>
      </div>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
        {LEAGUES.map((league) => (
          <fieldset key={league} className="content-start">
            <legend className="caption">{t(`common:league.${league}`)}</legend>
            {active
              .filter((competition) => competition.league === league)
              .map((competition) => (
                <Checkbox
                  key={competition.id}
                  checked={chosen.has(competition.id)}
                  onChange={(event) => toggle(competition.id, event.target.checked)}
                >
                  {competitionName(competition, lang)}
                </Checkbox>
              ))}
          </fieldset>
        ))}
      </div>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {error && problemText(error)}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          busy={isPending}
          lacks={chosen.size === 0 && { field: "[type=checkbox]", text: t("common:chooseOne") }}
        >
          {t("adminLineUps:start.submit")}
        </Button>
        <Button variant="outline" disabled={isPending} onClick={onCancel}>
          {t("common:action.cancel")}
        </Button>
      </div>
    </form>
  );
}
