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
import { startRollOver } from "../data/line-ups/roll-overs.ts";
import { LEAGUES } from "../../shared/domain/leagues.ts";
import type { CatalogueProblem } from "../../shared/domain/rules/catalogue-rules.ts";
import { seasonRules } from "../../shared/domain/rules/catalogue-rules.ts";
import { seasonName, seasonToPrepare } from "../../shared/domain/season.ts";
import { SHOWING_LINE_UPS } from "../data/line-ups/keys.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";

/** Starts a roll-over: the season, and the competitions whose last line-ups are copied. */
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
  const { t } = useTranslation(["adminLineUps", "adminCatalogue", "common"]);
  const lang = useLanguage();
  const active = competitions.filter(({ is_active }) => is_active);
  const [values, setValues] = useState(() =>
    seasonToPrepare(
      seasons.filter((season) => season.is_active && season.hasLineUps),
      new Date().getFullYear(),
    ),
  );
  const [chosen, setChosen] = useState(() => new Set(active.map(({ id }) => id)));
  const [problems, setProblems] = useState<Partial<Record<"code" | "name", CatalogueProblem>>>({});
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
  useEffect(() => document.getElementById("roll-over-code")?.focus(), []);

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    const [code, name] = [
      seasonRules.code.safeParse(values.code),
      seasonRules.name.safeParse(values.name),
    ];
    setProblems({
      ...(code.error && { code: code.error.issues[0]!.message as CatalogueProblem }),
      ...(name.error && { name: name.error.issues[0]!.message as CatalogueProblem }),
    });
    if (!code.data || !name.data) return;
    mutate({ code: code.data, name: name.data, competitions: [...chosen] });
  }

  /** The name follows the code until it is typed by hand. */
  function changeCode(code: string) {
    const follows = values.name === "" || values.name === seasonName(values.code);
    setValues({ code, name: follows ? (seasonName(code) ?? values.name) : values.name });
  }

  function toggle(id: string, isChosen: boolean) {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  }

  const errorOf = (field: "code" | "name") =>
    problems[field] && t(`adminCatalogue:problems.${problems[field]}`);

  return (
    <form
      onSubmit={onSubmit}
      noValidate
      aria-labelledby="roll-over-title"
      className="grid grid-cols-[minmax(0,1fr)] gap-5 rounded-2xl border border-line bg-raised p-4 sm:p-6"
    >
      <h3 id="roll-over-title" className="heading text-lg">
        {t("adminLineUps:start.title")}
      </h3>
      <p className="max-w-prose text-sm text-muted">{t("adminLineUps:start.text")}</p>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label={t("adminLineUps:start.code")} error={errorOf("code")} required>
          <Input
            value={values.code}
            autoComplete="off"
            id="roll-over-code"
            onChange={(event) => changeCode(event.target.value)}
          />
        </Field>
        <Field label={t("adminLineUps:start.name")} error={errorOf("name")} required>
          <Input
            value={values.name}
            autoComplete="off"
            onChange={(event) => setValues({ ...values, name: event.target.value })}
          />
        </Field>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <p className="text-sm font-semibold">{t("adminLineUps:start.competitions")}</p>
        <Button
          variant="secondary"
          size="sm"
          onClick={() => setChosen(new Set(active.map(({ id }) => id)))}
        >
          {t("adminLineUps:start.all")}
        </Button>
        <Button variant="secondary" size="sm" onClick={() => setChosen(new Set())}>
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
          {t("adminLineUps:cancel")}
        </Button>
      </div>
    </form>
  );
}
