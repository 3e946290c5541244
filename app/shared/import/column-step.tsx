import { type ReactNode, useEffect, useRef, useState } from "react";

import { useTranslation } from "../i18n/use-translation.tsx";
import type { Client } from "../data/client.ts";
import { useMemberMutation } from "../data/member-mutation.ts";
import { useProblemText } from "../data/problem-words.ts";
import type { MappingOf } from "../domain/import/columns.ts";
import type { TableForm } from "../domain/import/read-csv.ts";
import { linesOf, type Table } from "../domain/import/read-table.ts";
import { Button } from "../ui/button.tsx";
import { Progress } from "../ui/progress.tsx";
import { ColumnTable } from "./column-table.tsx";
import { TableFormChoice } from "./table-form-choice.tsx";
import { Untold } from "./untold.tsx";

/** What the columns of a file say. Then the database is asked what would happen to its lines. */
export function ColumnStep<Column extends string>({
  table,
  columns,
  mapping,
  nameOf,
  missing,
  busyText,
  begins = false,
  isSheet = false,
  above,
  below,
  onMapping,
  onForm,
  check,
  onCancel,
}: {
  table: Table;
  columns: readonly Column[];
  mapping: MappingOf<Column>;
  nameOf: (column: Column) => string;
  /** What a file must say and this one doesn't. */
  missing: string | undefined;
  busyText: string;
  /** True for a file whose columns leave nothing to choose: they are shown only if the check fails. */
  begins?: boolean;
  /** True for a sheet of a workbook, which has no separator and no encoding. */
  isSheet?: boolean;
  above?: ReactNode;
  below?: ReactNode;
  onMapping: (mapping: MappingOf<Column>) => void;
  /** Reads a CSV in another way. */
  onForm: (form: TableForm) => void;
  /** Reads the lines and asks; calls back with the number of lines that are answered. */
  check: (client: Client, onProgress: (done: number) => void) => Promise<void>;
  onCancel: () => void;
}) {
  const { t } = useTranslation(["exchange", "common"]);
  const problemText = useProblemText("exchange:errors");
  const [done, setDone] = useState(0);
  const { mutate, isPending, error } = useMemberMutation({
    write: async (client) => check(client, setDone),
    onError: (problem) => console.error("lines not matched", problem),
  });
  const isObvious = useRef(begins);
  useEffect(() => {
    if (isObvious.current) mutate();
    isObvious.current = false;
  }, [mutate]);
  if (isPending) {
    return (
      <div className="grid gap-3" role="status">
        <p>{busyText}</p>
        <Progress value={done / linesOf(table)} label={busyText} />
      </div>
    );
  }
  return (
    <>
      <div className="grid grid-cols-1 gap-5">
        <p className="max-w-prose text-muted">
          {t(table.isHeadless ? "mapping.noHeadings" : "mapping.text")}
        </p>
        {table.form && (
          <TableFormChoice
            form={table.form}
            firstLines={table.firstLines}
            isSheet={isSheet}
            onChange={onForm}
          />
        )}
        {above}
        <ColumnTable
          table={table}
          columns={columns}
          mapping={mapping}
          nameOf={nameOf}
          onChange={onMapping}
        />
        <Untold table={table} mapping={mapping} />
        {below}
        <p role="alert" className="text-sm text-danger empty:hidden">
          {missing}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button disabled={missing !== undefined} onClick={() => mutate()}>
            {t("mapping.next", { count: linesOf(table) })}
          </Button>
          <Button variant="outline" onClick={onCancel}>
            {t("common:action.cancel")}
          </Button>
        </div>
      </div>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {error && problemText(error, t("check.failed"))}
      </p>
    </>
  );
}
