import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";

import { Table, Td, Th } from "../../components/ui/table.tsx";
import { keepingList } from "../../data/catalogue/keeping.ts";
import type { KeptCompetition } from "../../data/competitions/keep-competitions.ts";
import { queryClient } from "../../data/query-client.ts";
import { fetchSeasonsToKeep } from "../../data/seasons/keep-seasons.ts";
import { entryKey, entryOf } from "./entry-key.ts";

const ALL_SEASONS = { text: "", length: 500 };

/** In which competitions a team took part in which season: a box for each. */
export function SeasonsField({
  competition,
  competitions,
}: {
  competition: KeptCompetition | undefined;
  competitions: KeptCompetition[];
}) {
  const { t } = useTranslation("adminCatalogue");
  const { watch, setValue } = useFormContext<{ entries: string[] }>();
  const seasons = useQuery(keepingList("seasons", fetchSeasonsToKeep, ALL_SEASONS), queryClient);
  const entries = new Set(watch("entries"));
  const entered = new Set([...entries].map((key) => entryOf(key).competition_id));
  // Those of the team's league, and any other it was entered for, the home competition first.
  const columns = competitions
    .filter(({ id, league }) => league === competition?.league || entered.has(id))
    .sort((a, b) => Number(b === competition) - Number(a === competition));

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
        {t("fields.seasons")}
        <span className="ml-auto text-muted">{t("seasonCount", { count: entries.size })}</span>
      </summary>
      {competition ? (
        <div className="max-h-112 overflow-y-auto">
          <Table className="text-xs">
            <thead>
              <tr>
                <Th className="sticky left-0 z-10">{t("fields.season")}</Th>
                {columns.map(({ id, name }) => (
                  <Th key={id} className="min-w-24 whitespace-normal!">
                    {name}
                  </Th>
                ))}
              </tr>
            </thead>
            <tbody>
              {seasons.data?.rows.map((season) => (
                <tr key={season.id}>
                  <th
                    scope="row"
                    className="sticky left-0 border-t border-line bg-paper px-4 text-left font-semibold whitespace-nowrap tabular-nums"
                  >
                    {season.name}
                  </th>
                  {columns.map(({ id, name }) => {
                    const key = entryKey({ season_id: season.id, competition_id: id });
                    return (
                      <Td key={id} className="p-0!">
                        <label className="relative grid h-11 place-items-center">
                          <span className="sr-only">{`${season.name}, ${name}`}</span>
                          <input
                            type="checkbox"
                            className="size-5 accent-ink"
                            checked={entries.has(key)}
                            onChange={(event) => toggle(key, event.target.checked)}
                          />
                        </label>
                      </Td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      ) : (
        <p className="px-4 pb-3 text-sm text-muted">{t("help.seasons")}</p>
      )}
    </details>
  );
}
