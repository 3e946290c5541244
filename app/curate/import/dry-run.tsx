import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { DryRunLines } from "../../shared/import/dry-run-lines.tsx";
import { useTypedLines } from "../../shared/import/use-typed-lines.ts";
import { SaveLines } from "../../shared/import/save-lines.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Checkbox } from "../../shared/ui/checkbox.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import {
  CATALOGUE_VERDICTS,
  type CatalogueRefusal,
  type CheckedJersey,
  chosenLine,
  isImported,
  type NameColumn,
  withName,
} from "../domain/import/catalogue-check.ts";
import { type CatalogueValues, readCatalogueLine } from "../domain/import/catalogue-line.ts";
import { checkLines } from "./check-lines.ts";
import { type ChosenFiles, withoutChosen } from "./chosen-files.ts";
import { DryRunLine } from "./dry-run-line.tsx";
import type { Running } from "./run-import.ts";
import { useColumnName } from "./use-column-name.ts";
import { useReasonText } from "./use-reason-text.ts";

/** What an import would do, line by line. Nothing is saved before it is confirmed. */
export function DryRun({
  header,
  initial,
  files,
  onConfirm,
  onCancel,
}: {
  header: string[];
  initial: CheckedJersey[];
  files: ChosenFiles;
  onConfirm: (confirmed: Pick<Running, "lines" | "status" | "lineCount">) => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation(["catalogueImport", "exchange"]);
  const { t: submit } = useTranslation("submit");
  const reasonText = useReasonText();
  const nameOf = useColumnName();
  const [lines, setLines] = useState(initial);
  const { typed, type, forget } = useTypedLines<CatalogueValues>();
  const check = useMemberMutation({
    write: async (client, changed: Map<number, CheckedJersey>) => {
      const checked = await checkLines(
        client,
        [...changed.values()],
        files,
        submit,
        () => undefined,
      );
      const numbers = [...changed.keys()];
      const byNumber = new Map(checked.map((line, n) => [numbers[n], line]));
      setLines((old) => old.map((line, n) => byNumber.get(n) ?? line));
    },
  });
  const imported = lines.filter(isImported);

  function setChoices(n: number, choices: CheckedJersey["choices"]) {
    setLines((old) => old.map((line, at) => (at === n ? { ...line, choices } : line)));
  }
  /** A name means the same in every line that says it. */
  function choose(
    { field, value, reason }: CatalogueRefusal,
    column: NameColumn,
    choice: { id: string } | "asWritten",
  ) {
    const says = (other: CatalogueRefusal) =>
      other.field === field &&
      other.value === value &&
      other.reason === reason &&
      (choice === "asWritten" || other.candidates?.some(({ id }) => id === choice.id));
    const same = [...lines.entries()].filter(([, { judged }]) => judged.refusals.some(says));
    check.mutate(
      new Map(
        same.map(([n, line]) => [n, { ...line, choices: withName(line.choices, column, choice) }]),
      ),
    );
  }
  /** Checks all lines that something was typed into, and this one. */
  function correct(n: number, values: CatalogueValues) {
    const corrected = new Map(typed).set(n, values);
    const read = [...corrected].map(([at, changed]): [number, CheckedJersey] => {
      const { row } = lines[at]!.read;
      const line = readCatalogueLine(row, changed);
      // Chosen rows stand for names that are corrected now.
      return [at, { ...lines[at]!, read: { row, values: changed, line }, choices: {} }];
    });
    check.mutate(new Map(read), { onSuccess: () => forget(corrected) });
  }
  function refusedRows() {
    const refused = lines.filter(({ judged }) => judged.verdict === "refused");
    const reasonOf = (refusal: CatalogueRefusal) =>
      `${nameOf(refusal.field)}: ${reasonText(refusal)}`;
    return {
      rows: refused.map(({ read }) => read.row),
      reasons: refused.map(({ judged }) => judged.refusals.map(reasonOf).join("; ")),
    };
  }
  return (
    <div className="grid grid-cols-1 gap-5">
      <DryRunLines
        verdicts={CATALOGUE_VERDICTS}
        lines={lines}
        verdictOf={({ judged }) => judged.verdict}
        nameOf={(verdict, count) => t(`catalogueImport:check.verdicts.${verdict}`, { count })}
        hasFailed={check.isError}
        renderActions={(verdict) =>
          verdict === "refused" && (
            <SaveLines name="maillotheque-refused.csv" header={header} read={refusedRows}>
              {t("exchange:check.saveRefused")}
            </SaveLines>
          )
        }
      >
        {(line, n) => (
          <DryRunLine
            key={n}
            line={line}
            busy={check.isPending}
            onChoices={(choices) => setChoices(n, choices)}
            onName={choose}
            values={typed.get(n) ?? line.read.values}
            onType={(values) => type(n, values)}
            onCheck={(values) => correct(n, values)}
          />
        )}
      </DryRunLines>
      <Confirm
        count={imported.length}
        hasImages={imported.some(({ read }) => read.line.images.length > 0)}
        onConfirm={(status) =>
          onConfirm({
            status,
            lineCount: lines.length,
            lines: imported.map((line) => withoutChosen(chosenLine(line), files)),
          })
        }
        onCancel={onCancel}
      />
    </div>
  );
}

/** What the jerseys become at first, and whether their images may be shown. */
function Confirm({
  count,
  hasImages,
  onConfirm,
  onCancel,
}: {
  count: number;
  hasImages: boolean;
  onConfirm: (status: Running["status"]) => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation(["catalogueImport", "exchange", "common"]);
  const [status, setStatus] = useState<Running["status"]>("pending");
  const [isStated, setIsStated] = useState(false);
  return (
    <form
      className="grid gap-4 rounded-2xl bg-surface p-4 sm:p-6"
      onSubmit={(event) => {
        event.preventDefault();
        onConfirm(status);
      }}
    >
      <Field label={t("catalogueImport:confirm.status")} className="max-w-md">
        <Select
          value={status}
          onChange={({ target }) => setStatus(target.value as Running["status"])}
        >
          <option value="pending">{t("catalogueImport:confirm.pending")}</option>
          <option value="approved">{t("catalogueImport:confirm.approved")}</option>
        </Select>
      </Field>
      {hasImages && (
        <Checkbox checked={isStated} onChange={({ target }) => setIsStated(target.checked)}>
          {t("catalogueImport:confirm.rights")}
        </Checkbox>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          variant="hero"
          disabled={count === 0}
          lacks={hasImages && !isStated && { field: "[type=checkbox]", text: t("common:tick") }}
        >
          {count > 0 ? t("exchange:check.confirm", { count }) : t("exchange:check.nothing")}
        </Button>
        <Button variant="outline" onClick={onCancel}>
          {t("common:action.cancel")}
        </Button>
      </div>
    </form>
  );
}
