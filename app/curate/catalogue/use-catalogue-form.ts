import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { type DefaultValues, type FieldPath, type FieldValues, useForm } from "react-hook-form";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { browserClient } from "../../shared/data/browser.ts";
import { choiceKeys } from "../../shared/data/catalogue/keys.ts";
import { adminRowKeys } from "../data/catalogue/keys.ts";
import { lastChange, type LastChange } from "../../moderate/data/audit/last-change.ts";
import { brokenRule } from "../../shared/data/constraints.ts";
import { type DatabaseProblem, databaseProblem } from "../../shared/data/database-error.ts";
import { isDone, useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { formDraft } from "./draft.ts";
import type { CatalogueRow, Kind } from "./kind.ts";

/** A newer version of the row, saved by another administrator meanwhile. */
export interface Conflict<Row> {
  /** Null if the row was deleted. */
  newest: Row | null;
  change: LastChange | null;
}

/**
 * State and actions of one table's form. It adds a row until `edit` is called, then edits that row
 * until it is saved or cancelled.
 */
export function useCatalogueForm<Row extends CatalogueRow, Form extends FieldValues, Values>(
  kind: Kind<Row, Form, Values>,
) {
  const { t } = useTranslation(["adminCatalogue", "adminCommunity", "common"]);
  const lang = useLanguage();
  const [draft] = useState(() => formDraft<Form, Row>().read(kind.table));
  const [loaded, setLoaded] = useState<Row | undefined>(draft?.loaded);
  const [problem, setProblem] = useState<DatabaseProblem>();
  const [conflict, setConflict] = useState<Conflict<Row>>();
  const form = useForm<Form, unknown, Values>({
    resolver: zodResolver(kind.schema),
    defaultValues: { ...kind.empty, ...draft?.form } as DefaultValues<Form>,
  });

  const { subscribe } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true, isDirty: true },
        callback: ({ values }) => formDraft().store(kind.table, { form: values, loaded }),
      }),
    [subscribe, kind.table, loaded],
  );

  function show(values: Form, row?: Row) {
    form.reset(values);
    setLoaded(row);
    setProblem(undefined);
    setConflict(undefined);
    if (row) formDraft().store(kind.table, { form: values, loaded: row });
    else formDraft().remove(kind.table);
  }

  /** Loads the newest version of a row into the form: the list's may be older than the last save. */
  async function edit(listed: Row) {
    try {
      const client = await browserClient();
      // A row that was deleted opens as listed; saving it says so, and who deleted it.
      const row = (await kind.read(client, listed.id)) ?? listed;
      show(await kind.open(client, row, lang), row);
    } catch {
      toast.error(t("adminCommunity:loadFailed"));
      return;
    }
    // The form can take the focus only after the row is rendered.
    requestAnimationFrame(() => document.getElementById(`${kind.table}-form`)?.focus());
  }

  const { mutateAsync } = useMemberMutation({
    write: async (client, { values, version }: { values: Values; version: Row | undefined }) => {
      const saved = await kind.save(client, values, version);
      try {
        await kind.saveParts?.(client, values, saved);
      } catch (error) {
        // The next attempt changes this version.
        setLoaded(saved);
        formDraft<Form, Row>().store(kind.table, { form: form.getValues(), loaded: saved });
        throw error;
      }
    },
    invalidates: [adminRowKeys.table(kind.table), choiceKeys.all],
    // The guard of the screen asks for sign-in; the draft stays.
    endsExpiredSession: true,
    onMutate: () => {
      setProblem(undefined);
      setConflict(undefined);
    },
    onSuccess: (_, { version }) => {
      toast.success(t(version ? "done.updated" : "done.created"));
      show(kind.empty);
    },
    onError: (error) => fail(databaseProblem(error)),
  });
  const save = (values: Values, version: Row | undefined) =>
    isDone(mutateAsync({ values, version }));

  async function fail(found: DatabaseProblem): Promise<void> {
    const broken = brokenRule(kind.table, found.constraint);
    if (broken) {
      const [column, message] = broken;
      form.setError(column as FieldPath<Form>, { message }, { shouldFocus: true });
      return;
    }
    if (found.kind === "changed" && loaded) {
      const client = await browserClient();
      const [newest, change] = await Promise.all([
        kind.read(client, loaded.id),
        lastChange(client, kind.table, loaded.id),
      ]).catch(() => [undefined, null] as const);
      if (newest !== undefined) return setConflict({ newest, change });
    }
    setProblem(found);
    if (found.kind !== "expired") toast.error(t("common:errors.failed"));
  }

  return {
    form,
    loaded,
    problem,
    conflict,
    edit,
    cancel: () => show(kind.empty),
    submit: form.handleSubmit((values) => save(values, loaded)),
    /** Overwrites the other administrator's version. A row that was deleted is added again. */
    overwrite: form.handleSubmit((values) => save(values, conflict?.newest ?? undefined)),
  };
}
