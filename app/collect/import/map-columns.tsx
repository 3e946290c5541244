import { useState } from "react";
import { useTranslation } from "react-i18next";

import { likelyOrder, type DateOrder } from "../../shared/domain/import/numbers.ts";
import { isLeague, LEAGUES } from "../../shared/domain/leagues.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { ColumnStep } from "../../shared/import/column-step.tsx";
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
import type { ImportDraft } from "../domain/exchange/import-draft.ts";
import type { ReadOptions } from "../domain/exchange/read-line.ts";
import { currencyOptions } from "../i18n/currency-options.ts";
import { type CheckedFile, checkFile } from "./check-file.ts";
import type { OpenedFile } from "./open-file.ts";

/** The columns of a file, each with the guess of what it says, and what the file leaves open. */
export function MapColumns({
  opened,
  draft,
  onChecked,
  onCancel,
}: {
  opened: OpenedFile;
  /** What was chosen for the same file before. */
  draft: ImportDraft | undefined;
  onChecked: (checked: CheckedFile) => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation(["exchange", "common"]);
  const lang = useLanguage();
  const { header, rows } = opened.table;
  const [preset, setPreset] = useState<Preset>(() => likelyPreset(header));
  const [mapping, setMapping] = useState<Mapping>(() => draft?.mapping ?? guessColumns(header));
  const [options, setOptions] = useState<ReadOptions>(
    () =>
      draft?.options ?? {
        dates: likelyOrder(rows.flatMap(({ cells }) => cells)),
        currency: "EUR",
        league: "SOCCER",
      },
  );
  const isEnough = ["jersey_id", "title", "team"].some((name) => mapping.includes(name as Column));
  return (
    <ColumnStep
      table={opened.table}
      columns={COLUMNS}
      mapping={mapping}
      nameOf={(column) => t(`exchange:fields.${column}`)}
      missing={isEnough ? undefined : t("exchange:mapping.needName")}
      busyText={t("exchange:check.busy")}
      onMapping={setMapping}
      check={async (client, onProgress) =>
        onChecked(await checkFile(client, opened, { mapping, options }, draft, onProgress))
      }
      onCancel={onCancel}
      above={
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          <Field label={t("exchange:mapping.source")}>
            <Select
              value={preset}
              onChange={({ target }) => {
                setPreset(target.value as Preset);
                setMapping(guessColumns(header, target.value as Preset));
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
              onChange={({ target }) =>
                setOptions({ ...options, dates: target.value as DateOrder })
              }
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
      }
    />
  );
}
