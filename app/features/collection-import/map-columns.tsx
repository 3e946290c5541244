import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../../components/ui/button.tsx";
import { Field } from "../../components/ui/field.tsx";
import { Select } from "../../components/ui/select.tsx";
import { Table, Td, Th } from "../../components/ui/table.tsx";
import { CURRENCIES } from "../../domain/copies/currencies.ts";
import { type Column, COLUMNS } from "../../domain/exchange/collection-file.ts";
import {
  guessColumns,
  likelyPreset,
  type Mapping,
  type Preset,
  PRESETS,
} from "../../domain/exchange/guess-columns.ts";
import { type DateOrder, likelyOrder } from "../../domain/exchange/numbers.ts";
import type { ReadOptions } from "../../domain/exchange/read-line.ts";
import type { Table as FileTable } from "../../domain/exchange/read-table.ts";
import { isLeague, LEAGUES } from "../../domain/leagues.ts";

/** The columns of a file, each with the guess of what it says, and what the file leaves open. */
export function MapColumns({
  table,
  onNext,
  onCancel,
}: {
  table: FileTable;
  onNext: (mapping: Mapping, options: ReadOptions) => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation(["exchange", "common"]);
  const [preset, setPreset] = useState<Preset>(() => likelyPreset(table.header));
  const [mapping, setMapping] = useState<Mapping>(() => guessColumns(table.header));
  const [options, setOptions] = useState<ReadOptions>(() => ({
    dates: likelyOrder(table.rows.flatMap(({ cells }) => cells)),
    currency: "EUR",
    league: "SOCCER",
  }));
  const isEnough = ["jersey_id", "title", "team"].some((name) => mapping.includes(name as Column));

  function choose(n: number, column: Column | null) {
    // A column of ours is filled by one of the file.
    setMapping(mapping.map((old, at) => (at === n ? column : old === column ? null : old)));
  }
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
            {CURRENCIES.map((code) => (
              <option key={code}>{code}</option>
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
      <Table>
        <thead>
          <tr>
            <Th>{t("exchange:mapping.column")}</Th>
            <Th>{t("exchange:mapping.example")}</Th>
            <Th>{t("exchange:mapping.means")}</Th>
          </tr>
        </thead>
        <tbody>
          {table.header.map((name, n) => (
            <tr key={n}>
              <th scope="row" className="border-t border-line px-4 py-3 text-left font-semibold">
                {name || "—"}
              </th>
              <Td className="max-w-60 truncate text-muted">{example(table, n)}</Td>
              <Td className="min-w-52">
                <Select
                  aria-label={t("exchange:mapping.meansOf", { column: name || String(n + 1) })}
                  value={mapping[n] ?? ""}
                  onChange={({ target }) => choose(n, (target.value || null) as Column | null)}
                >
                  <option value="">{t("exchange:mapping.none")}</option>
                  {COLUMNS.map((column) => (
                    <option key={column} value={column}>
                      {t(`exchange:fields.${column}`)}
                    </option>
                  ))}
                </Select>
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {!isEnough && t("exchange:mapping.needName")}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button disabled={!isEnough} onClick={() => onNext(mapping, options)}>
          {t("exchange:mapping.next", { count: table.rows.length })}
        </Button>
        <Button variant="outline" onClick={onCancel}>
          {t("exchange:cancel")}
        </Button>
      </div>
    </div>
  );
}

/** The first value of a column. */
function example(table: FileTable, n: number): string {
  return table.rows.find(({ cells }) => cells[n]?.trim())?.cells[n]?.slice(0, 80) ?? "";
}
