import { type SubmitEvent, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { LOGGED_TABLES, type LoggedTable, memberCalled } from "../data/audit/audit-log.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";

/** The actor whose entries are shown: an id, and the typed or chosen name. */
export interface Actor {
  id: string;
  name: string;
}

/** Filters of the audit log: table and actor. */
export function LogFilters({
  table,
  actor,
  onTable,
  onActor,
}: {
  table: LoggedTable | "";
  actor: Actor | undefined;
  onTable: (table: LoggedTable | "") => void;
  onActor: (actor: Actor | undefined) => void;
}) {
  const { t } = useTranslation(["adminCommunity", "auth", "catalogue"]);
  const [typed, setTyped] = useState(actor?.name ?? "");
  const search = useMemberMutation({
    write: memberCalled,
    onSuccess: (id, name) => id && onActor({ id, name }),
  });
  const isUnknown = search.data === null;

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    const name = typed.trim().replace(/^@/, "");
    if (name !== "") return search.mutate(name);
    search.reset();
    onActor(undefined);
  }

  return (
    <form
      onSubmit={onSubmit}
      noValidate
      className="grid items-start gap-4 sm:grid-cols-[14rem_1fr_auto]"
    >
      <Field label={t("log.table")}>
        <Select value={table} onChange={(event) => onTable(event.target.value as LoggedTable | "")}>
          <option value="">{t("log.allTables")}</option>
          {LOGGED_TABLES.map((value) => (
            <option key={value} value={value}>
              {t([
                `adminCommunity:log.tables.${value as "comments"}`,
                `catalogue:names.${value as "teams"}`,
              ])}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label={t("auth:names.username")}
        error={search.isError ? t("loadFailed") : isUnknown && t("log.unknownActor")}
      >
        <Input
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          placeholder={t("log.anyone")}
          autoComplete="off"
          autoCapitalize="none"
        />
      </Field>
      <div className="flex gap-2 sm:pt-6.5">
        <Button type="submit" variant="outline">
          {t("catalogue:jerseys.filter")}
        </Button>
        {(table || actor) && (
          <Button
            variant="ghost"
            onClick={() => {
              setTyped("");
              search.reset();
              onTable("");
              onActor(undefined);
            }}
          >
            {t("log.reset")}
          </Button>
        )}
      </div>
    </form>
  );
}
