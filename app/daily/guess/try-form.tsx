import { type SubmitEvent, useId, useRef } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { ClubChoice } from "../../contribute/components/club-choice.tsx";
import { TeamShirt } from "../../shared/components/team-shirt.tsx";
import { useTabDraft } from "../../shared/components/use-tab-draft.ts";
import type { Day } from "../../shared/domain/day.ts";
import type { League } from "../../shared/domain/leagues.ts";
import { teamName } from "../../shared/i18n/catalogue-names.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { MOST_TRIES } from "../data/guess.ts";

const FIRST_DECADE = 1870;

interface Typed {
  team: { id: string; name: string; colors: string[]; league: League } | null;
  decade: string;
}

/** A try: a team, found by its name in any language, and a decade. What is chosen stays until it has arrived. */
export function TryForm({
  day,
  n,
  busy,
  onTry,
}: {
  day: Day;
  n: number;
  busy: boolean;
  /** @returns whether it has arrived */
  onTry: (given: { teamId: string; decade: number }) => Promise<boolean>;
}) {
  const { t } = useTranslation(["guess", "facts", "catalogue"]);
  const lang = useLanguage();
  const id = useId();
  const frame = useRef<HTMLFormElement>(null);
  const [{ team, decade }, setTyped] = useTabDraft<Typed>("guess", day, { team: null, decade: "" });
  const focus = (selector: string) =>
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>(selector)?.focus());

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    if (!team || !decade || busy) return;
    const hasArrived = await onTry({ teamId: team.id, decade: Number(decade) });
    // The decade is often the same.
    if (!hasArrived) return;
    setTyped({ team: null, decade });
    // On a phone the keyboard would cover the answer.
    if (!matchMedia("(pointer: coarse)").matches) focus("[role=combobox]");
  }

  return (
    <form
      ref={frame}
      onSubmit={(event) => void onSubmit(event)}
      aria-label={t("tryOf", { n, most: MOST_TRIES })}
      className="grid gap-4 rounded-2xl border border-line bg-surface p-4"
    >
      <p className="heading text-xl">{t("tryOf", { n, most: MOST_TRIES })}</p>
      {team ? (
        <div className="grid gap-1.5">
          <p className="text-sm font-semibold">{t("facts:team")}</p>
          <div className="flex min-h-11 items-center gap-3">
            <TeamShirt colors={team.colors} league={team.league} className="size-8 shrink-0" />
            <span className="min-w-0 grow font-semibold">{team.name}</span>
            <Button
              variant="link"
              onClick={() => {
                setTyped({ team: null, decade });
                focus("[role=combobox]");
              }}
            >
              {t("change")}
            </Button>
          </div>
        </div>
      ) : (
        <div className="grid gap-1.5">
          <label htmlFor={id} className="text-sm font-semibold">
            {t("facts:team")}
          </label>
          <ClubChoice
            id={id}
            chosen={[]}
            listLabel={t("teams")}
            placeholder={t("teamHelp")}
            onPick={(club) => {
              setTyped({
                decade,
                team: {
                  id: club.id,
                  name: teamName(club, club.competition, lang),
                  colors: club.colors,
                  league: club.competition?.league ?? "SOCCER",
                },
              });
              focus("select");
            }}
          />
        </div>
      )}
      <Field label={t("decade")}>
        <Select value={decade} onChange={(event) => setTyped({ team, decade: event.target.value })}>
          <option value="">{t("choose")}</option>
          {decades().map((first) => (
            <option key={first} value={first}>
              {t("catalogue:decade", { year: first })}
            </option>
          ))}
        </Select>
      </Field>
      <Button
        type="submit"
        busy={busy}
        lacks={
          !team
            ? { field: "[role=combobox]", text: t("needsTeam") }
            : !decade && { field: "select", text: t("needsDecade") }
        }
        className="justify-self-start"
      >
        {t("try")}
      </Button>
    </form>
  );
}

/** The latest first. */
function decades(): number[] {
  const latest = Math.floor(new Date().getFullYear() / 10) * 10;
  return Array.from({ length: (latest - FIRST_DECADE) / 10 + 1 }, (_, n) => latest - 10 * n);
}
