import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { useFormContext } from "react-hook-form";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { adminRowsQuery } from "../data/catalogue/admin-rows.ts";
import type { AdminCompetition } from "../data/catalogue/admin-competitions.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { searchAdminSeasons } from "../data/catalogue/admin-seasons.ts";
import { competitionName } from "../../shared/i18n/catalogue-names.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { participationKey, participationOf } from "./participation-key.ts";

/**
 * The team's participations: a competition menu, and a checkbox for each season of the chosen
 * competition.
 */
export function SeasonsField({
  competition: home,
  competitions,
}: {
  competition: AdminCompetition | undefined;
  competitions: AdminCompetition[];
}) {
  const { t } = useTranslation(["adminCatalogue", "catalogue"]);
  const lang = useLanguage();
  const { watch, setValue } = useFormContext<{ entries: string[] }>();
  const seasons = useMemberQuery(adminRowsQuery("seasons", searchAdminSeasons));
  const [chosenId, setChosenId] = useState("");
  const entries = new Set(watch("entries"));
  const countOf = (id: string) =>
    [...entries].filter((key) => participationOf(key).competition_id === id).length;
  // Competitions of the team's league and those it has participations in. The home competition
  // comes first.
  const choices = competitions
    .filter(({ id, league }) => league === home?.league || countOf(id) > 0)
    .sort((a, b) => Number(b === home) - Number(a === home));
  const chosen = choices.find(({ id }) => id === chosenId) ?? choices[0];

  function toggle(key: string, checked: boolean) {
    const next = checked ? [...entries, key] : [...entries].filter((other) => other !== key);
    setValue("entries", next, { shouldDirty: true });
  }

  return (
    <details className="group rounded-xl border border-line">
      <summary className="flex min-h-11 items-center gap-3 rounded-xl px-4 py-2 text-sm font-semibold">
        <ChevronDown
          aria-hidden
          className="size-4 text-muted transition-transform group-open:rotate-180"
        />
        {t("catalogue:names.seasons")}
        <span className="ml-auto text-muted">{t("seasonCount", { count: entries.size })}</span>
      </summary>
      {home && chosen ? (
        <div className="grid gap-4 border-t border-line p-4">
          <Field label={t("fields.seasonsOf")}>
            <Select value={chosen.id} onChange={(event) => setChosenId(event.target.value)}>
              {choices.map((choice) => {
                const { id } = choice;
                const name = competitionName(choice, lang);
                const count = countOf(id);
                return (
                  <option key={id} value={id}>
                    {count > 0 ? `${name} (${count})` : name}
                  </option>
                );
              })}
            </Select>
          </Field>
          <ul className="grid max-h-96 grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-2 overflow-y-auto">
            {seasons.data?.map((season) => {
              const key = participationKey({ season_id: season.id, competition_id: chosen.id });
              return (
                <li key={season.id}>
                  <label className="flex min-h-11 items-center gap-1.5 rounded-lg border border-line px-2.5 text-sm whitespace-nowrap tabular-nums has-checked:border-ink has-checked:bg-surface">
                    <input
                      type="checkbox"
                      aria-label={`${season.name}, ${competitionName(chosen, lang)}`}
                      className="size-4 shrink-0 accent-ink"
                      checked={entries.has(key)}
                      onChange={(event) => toggle(key, event.target.checked)}
                    />
                    {season.name}
                  </label>
                </li>
              );
            })}
          </ul>
        </div>
      ) : (
        <p className="px-4 pb-3 text-sm text-muted">{t("help.seasons")}</p>
      )}
    </details>
  );
}
