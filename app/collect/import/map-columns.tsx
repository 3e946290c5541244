import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ColumnTable } from "../exchange/column-table.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { type Column, COLUMNS } from "../domain/exchange/collection-file.ts";
import {
  guessColumns,
  likelyPreset,
  type Mapping,
  type Preset,
  PRESETS,
} from "../domain/exchange/guess-columns.ts";
import { type DateOrder, likelyOrder } from "../domain/exchange/numbers.ts";
import type { ReadOptions } from "../domain/exchange/read-line.ts";
import { linesOf, type Table as FileTable } from "../domain/exchange/read-table.ts";
import { isLeague, LEAGUES } from "../../shared/domain/leagues.ts";
import { currencyOptions } from "../i18n/currency-options.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

/** The columns of a file, each with the guess of what it says, and what the file leaves open. */
export function MapColumns({
  table,
  initial,
  onNext,
  onCancel,
}: {
  table: FileTable;
  /** What was chosen for the same file before. */
  initial: { mapping: Mapping; options: ReadOptions } | undefined;
  onNext: (mapping: Mapping, options: ReadOptions) => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation(["exchange", "common"]);
  const lang = useLanguage();
  const [preset, setPreset] = useState<Preset>(() => likelyPreset(table.header));
  const [mapping, setMapping] = useState<Mapping>(
    () => initial?.mapping ?? guessColumns(table.header),
  );
  const [options, setOptions] = useState<ReadOptions>(
    () =>
      initial?.options ?? {
        dates: likelyOrder(table.rows.flatMap(({ cells }) => cells)),
        currency: "EUR",
        league: "SOCCER",
      },
  );
  const isEnough = ["jersey_id", "title", "team"].some((name) => mapping.includes(name as Column));

  return (
    <div className="grid gap-5">
      <p className="max-w-prose text-muted">{t("exchange:mapping.text")}</p>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Field label={t("exchange:mapping.source")}>
          <Select
            value={preset}
            onChange={({ target }) => {
              setPreset(target.value as Preset);
              setMapping(guessColumns(table.header, target.value as Preset));
            }}
          >
            {PRESETS.map((name) => (
              <option key={name} value={name}>
                {t(`exchange:mapping.presets.${name}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t("exchange:mapping.dates")}>
          <Select
            value={options.dates}
            onChange={({ target }) => setOptions({ ...options, dates: target.value as DateOrder })}
          >
            <option value="dmy">{t("exchange:mapping.dmy")}</option>
            <option value="mdy">{t("exchange:mapping.mdy")}</option>
          </Select>
        </Field>
        <Field label={t("exchange:mapping.currency")}>
          <Select
            value={options.currency}
            onChange={({ target }) => setOptions({ ...options, currency: target.value })}
          >
            {currencyOptions(lang).map(([code, label]) => (
              <option key={code} value={code}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t("exchange:mapping.league")}>
          <Select
            value={options.league}
            onChange={({ target }) =>
              isLeague(target.value) && setOptions({ ...options, league: target.value })
            }
          >
            {LEAGUES.map((league) => (
              <option key={league} value={league}>
                {t(`common:league.${league}`)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <ColumnTable
        table={table}
        columns={COLUMNS}
        mapping={mapping}
        nameOf={(column) => t(`exchange:fields.${column}`)}
        onChange={setMapping}
      />
      <p role="alert" className="text-sm text-danger empty:hidden">
        {!isEnough && t("exchange:mapping.needName")}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button disabled={!isEnough} onClick={() => onNext(mapping, options)}>
          {t("exchange:mapping.next", { count: linesOf(table) })}
        </Button>
        <Button variant="outline" onClick={onCancel}>
          {t("exchange:cancel")}
        </Button>
      </div>
    </div>
  );
}
