import { Fragment } from "react";

import { seasonInWords } from "../../shared/i18n/season-in-words.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { CorrectionForm } from "../../shared/import/correction-form.tsx";
import { LineFrame } from "../../shared/import/line-frame.tsx";
import { Checkbox } from "../../shared/ui/checkbox.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { Select } from "../../shared/ui/select.tsx";
import {
  type CatalogueRefusal,
  type CheckedJersey,
  isNameColumn,
  type NameColumn,
  type Twin,
} from "../domain/import/catalogue-check.ts";
import { useColumnName } from "./use-column-name.ts";
import type { CatalogueColumn } from "../domain/import/catalogue-columns.ts";
import type { CatalogueValues } from "../domain/import/catalogue-line.ts";
import { isKitType } from "../../shared/domain/kit-types.ts";
import { useReasonText } from "./use-reason-text.ts";

interface Props {
  line: CheckedJersey;
  busy: boolean;
  onChoices: (choices: CheckedJersey["choices"]) => void;
  onName: (
    refusal: CatalogueRefusal,
    column: NameColumn,
    choice: { id: string } | "asWritten",
  ) => void;
  /** All that the line says, with what is typed. */
  values: CatalogueValues;
  onType: (values: CatalogueValues) => void;
  onCheck: (values: CatalogueValues) => void;
}

/** One line of the dry run: what it says, what would happen to it, and what can be chosen instead. */
export function DryRunLine(props: Props) {
  const { t } = useTranslation(["catalogueImport", "common"]);
  const { row, line } = props.line.read;
  const kit = line.kit_type;
  const said = [
    line.title,
    line.team,
    line.season ?? line.year,
    isKitType(kit) ? t(`common:kitType.${kit}`) : kit,
  ];
  const images = line.images.length;
  return (
    <LineFrame
      line={row.line}
      said={said}
      aside={
        images > 0 && (
          <span className="ml-3 text-sm text-muted">
            {t("catalogueImport:check.images", { count: images })}
          </span>
        )
      }
    >
      <Effect {...props} />
    </LineFrame>
  );
}

function Effect(props: Props) {
  const { t } = useTranslation("catalogueImport");
  const { line, onChoices } = props;
  const { verdict, known, candidates } = line.judged;
  switch (verdict) {
    case "new":
      return null;
    case "there":
      return (
        <div className="grid gap-1 text-sm text-muted">
          <p>{t("check.there")}</p>
          {known && <Twins twins={[known]} />}
        </div>
      );
    case "duplicate":
      return (
        <>
          <div className="grid gap-1 text-sm">
            <p>{t("check.duplicate")}</p>
            <Twins twins={candidates} />
          </div>
          <Checkbox
            checked={line.choices.may_repeat === true}
            onChange={({ target }) => onChoices({ ...line.choices, may_repeat: target.checked })}
          >
            {t("check.importAnyway")}
          </Checkbox>
        </>
      );
    case "refused":
      return <Correction {...props} />;
  }
}

/** Jerseys that a line may be about, each with its page. */
function Twins({ twins }: { twins: readonly Twin[] }) {
  const { t } = useTranslation(["catalogueImport", "common"]);
  const to = useHref();
  const lang = useLanguage();
  return (
    <ul className="grid gap-1">
      {twins.map(({ id, title, team, season, kit_type, status, has_same_picture }) => {
        const name = [
          title,
          team,
          seasonInWords(season, lang),
          kit_type && t(`common:kitType.${kit_type}`),
        ];
        const text = name.filter(Boolean).join(" · ");
        return (
          <li key={id} className="break-words">
            {status === "approved" ? (
              // In a tab of its own: the dry run stays.
              <a
                href={to("jerseyById", { id })}
                target="_blank"
                rel="noopener"
                className="underline decoration-control underline-offset-4 hover:decoration-ink"
              >
                {text}
              </a>
            ) : (
              text
            )}
            {has_same_picture && ` – ${t("catalogueImport:check.samePicture")}`}
          </li>
        );
      })}
    </ul>
  );
}

/** The refused fields of a line, with their reasons: a name is chosen, anything else corrected. */
function Correction({ line, busy, values, onName, onType, onCheck }: Props) {
  const reasonText = useReasonText();
  const nameOf = useColumnName();
  const { refusals } = line.judged;
  const columns = [...new Set(refusals.map(({ field }) => field))];
  const named = refusals.filter(
    ({ field, candidates = [] }) => isNameColumn(field) && candidates.length > 0,
  );
  const reasonOf = (column: CatalogueColumn) =>
    [...new Set(refusals.filter(({ field }) => field === column).map(reasonText))].join(" ");
  return (
    <CorrectionForm busy={busy} onSubmit={() => onCheck(values)}>
      {columns.map((column) => (
        <Fragment key={column}>
          <Field label={nameOf(column)} error={reasonOf(column)}>
            <Input
              value={values[column] ?? ""}
              onChange={({ target }) => onType({ ...values, [column]: target.value })}
            />
          </Field>
          {named
            .filter(({ field }) => field === column)
            .map((refusal) => (
              <NameChoice key={column} refusal={refusal} busy={busy} onName={onName} />
            ))}
        </Fragment>
      ))}
    </CorrectionForm>
  );
}

/** Chooses the row that a name means, for all lines that say the same. */
function NameChoice({
  refusal,
  busy,
  onName,
}: {
  refusal: CatalogueRefusal;
  busy: boolean;
  onName: Props["onName"];
}) {
  const { t } = useTranslation("catalogueImport");
  const { field, value, candidates = [] } = refusal;
  if (!isNameColumn(field)) return null;
  const canStay = (field === "team" || field === "brand") && Boolean(value);
  return (
    <Field label={t("check.means", { value: value ?? "" })} help={t("check.meansHelp")}>
      <Select
        value=""
        disabled={busy}
        onChange={({ target }) =>
          onName(refusal, field, target.value === "asWritten" ? "asWritten" : { id: target.value })
        }
      >
        <option value="" disabled>
          {t("check.choose")}
        </option>
        {candidates.map(({ id, name, hint }) => (
          <option key={id} value={id}>
            {hint ? `${name} (${hint})` : name}
          </option>
        ))}
        {canStay && <option value="asWritten">{t("check.asWritten")}</option>}
      </Select>
    </Field>
  );
}
