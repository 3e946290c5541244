import type { FieldValues } from "react-hook-form";
import { FormProvider } from "react-hook-form";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { useProblemText } from "../../shared/data/problem-words.ts";
import { ConflictMessage } from "./conflict-message.tsx";
import type { CatalogueRow, Kind } from "./kind.ts";
import type { useCatalogueForm } from "./use-catalogue-form.ts";

/** The form of one table, above or beside its list. In edit mode its title shows the row's name. */
export function CatalogueForm<Row extends CatalogueRow, Form extends FieldValues, Values>({
  kind,
  editor,
}: {
  kind: Kind<Row, Form, Values>;
  editor: ReturnType<typeof useCatalogueForm<Row, Form, Values>>;
}) {
  const { t } = useTranslation(["adminCatalogue", "common"]);
  const problemText = useProblemText("adminCatalogue:errors");
  const { form, loaded, problem, conflict } = editor;
  const { isSubmitting } = form.formState;
  const { table, Fields } = kind;
  return (
    <FormProvider {...form}>
      <form
        id={`${table}-form`}
        tabIndex={-1}
        onSubmit={(event) => void editor.submit(event)}
        noValidate
        aria-labelledby={`${table}-title`}
        className="grid scroll-mt-24 grid-cols-[minmax(0,1fr)] gap-5 rounded-2xl border border-line bg-raised p-4 sm:p-6"
      >
        <h2 id={`${table}-title`} className="heading text-xl">
          {loaded ? t("editing", { name: loaded.name }) : t(`${table}.add`)}
        </h2>
        <Fields isNew={!loaded} />
        {conflict && loaded && (
          <ConflictMessage
            conflict={conflict}
            loaded={loaded}
            busy={isSubmitting}
            onTakeTheirs={(row) => void editor.edit(row)}
            onKeepMine={() => void editor.overwrite()}
          />
        )}
        {problem && (
          <p role="alert" className="text-sm text-danger">
            {problemText(problem)}
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={isSubmitting}>
            {t(loaded ? "common:action.save" : "create")}
          </Button>
          <Button variant="outline" disabled={isSubmitting} onClick={editor.cancel}>
            {t("common:action.cancel")}
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}
