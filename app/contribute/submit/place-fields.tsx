import { ChevronDown } from "lucide-react";
import { useEffect } from "react";
import { useFormContext, useFormState, useWatch } from "react-hook-form";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { competitionChoices } from "../data/catalogue/choices.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { isLeague, LEAGUES } from "../../shared/domain/leagues.ts";
import { competitionName } from "../../shared/i18n/catalogue-names.ts";
import { priorityOrder } from "../../shared/i18n/name-order.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { ChoiceField, toOption } from "./choice-field.tsx";
import { ListProblem } from "./list-problem.tsx";
import { hasTeam, type JerseyForm } from "./rules.ts";
import { TeamField } from "./team-field.tsx";
import { useForgetMissing } from "./use-forget-missing.ts";
import type { useTeamChoices } from "./use-team-choices.ts";

/** Slug of the competition of national teams (docs/product/contribute.md 10.5). */
const COUNTRIES_SLUG = "international-teams";

/** True for a team without league or competition: one that is not in the catalogue. */
export function needsPlace(form: JerseyForm): boolean {
  return hasTeam(form) && (form.league === "" || form.competition === "");
}

/** League, competition and team as lists, folded; a line says what they hold. */
export function PlaceFields({
  teams,
  isOpen,
  onOpen,
}: {
  teams: ReturnType<typeof useTeamChoices>;
  isOpen: boolean;
  onOpen: (open: boolean) => void;
}) {
  const { t } = useTranslation(["submit", "common", "facts"]);
  const lang = useLanguage();
  const { control, setValue } = useFormContext<JerseyForm>();
  const { errors } = useFormState({ control, name: ["league", "competition"] });
  const [league, competition] = useWatch({ control, name: ["league", "competition"] });
  const competitions = useMemberQuery(competitionChoices(isLeague(league) ? league : undefined));
  useForgetMissing("competition", competitions.data);

  // A message must not be hidden.
  const isWrong = errors.league !== undefined || errors.competition !== undefined;
  useEffect(() => {
    if (isWrong) onOpen(true);
  }, [isWrong, onOpen]);

  /** A team that was typed before its league and competition are known stays. */
  const forgetTeam = (previous: string) => {
    if (previous === "") return;
    setValue("team", "");
    setValue("teamText", "");
  };

  const chosen = competitions.data?.find(({ id }) => id === competition);
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => onOpen(currentTarget.open)}
      className="group rounded-xl border border-line"
    >
      <summary className="flex min-h-11 cursor-pointer items-center gap-3 rounded-xl px-4 py-2 text-sm">
        <span className="min-w-0 grow">
          <PlaceSummary competition={chosen} />
        </span>
        <ChevronDown
          aria-hidden
          className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="grid gap-5 px-4 pt-2 pb-4">
        <ChoiceField
          name="league"
          label={t("facts:league")}
          placeholder={t("choose.league")}
          options={LEAGUES.map((value) => ({ value, label: t(`common:league.${value}`) }))}
          required
          onChoose={() => {
            setValue("competition", "");
            setValue("competitionChosen", "");
            forgetTeam(league);
          }}
        />
        <ChoiceField
          name="competition"
          label={t("facts:competition")}
          placeholder={
            league === ""
              ? t("choose.leagueFirst")
              : t(competitions.isLoading ? "common:loading" : "choose.competition")
          }
          options={
            competitions.data
              ?.toSorted(priorityOrder(lang, (row) => competitionName(row, lang)))
              .map((row) => toOption({ ...row, name: competitionName(row, lang) })) ?? []
          }
          disabled={!competitions.data?.length}
          required
          help={
            competitions.isError ? (
              <ListProblem query={competitions} />
            ) : (
              competitions.data?.length === 0 && t("help.noCompetitions")
            )
          }
          onChoose={(chosen) => {
            setValue("competitionChosen", chosen && "yes");
            forgetTeam(competition);
          }}
        />
        <TeamField teams={teams} isNational={chosen?.slug === COUNTRIES_SLUG} />
      </div>
    </details>
  );
}

/** What the folded fields hold, or what they are for. */
function PlaceSummary({
  competition,
}: {
  competition: { name: string; slug: string } | undefined;
}) {
  const { t } = useTranslation(["submit", "common"]);
  const lang = useLanguage();
  const form = useWatch<JerseyForm>() as JerseyForm;
  const action = (text: string) => (
    <span className="underline decoration-control underline-offset-4 group-hover:decoration-ink">
      {text}
    </span>
  );
  if (needsPlace(form)) return action(t("club.missing"));
  if (form.league === "") return action(t("club.byLists"));
  const facts = new Set(
    [
      competition && competitionName(competition, lang),
      isLeague(form.league) && t(`common:league.${form.league}`),
    ].filter((fact) => typeof fact === "string"),
  );
  return (
    <>
      {`${t("club.complete", { facts: [...facts].join(" · ") })} – `}
      {action(t("club.change"))}
    </>
  );
}
