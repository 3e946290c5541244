import { Download } from "lucide-react";
import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { saveFile } from "../../shared/browser/save-file.ts";
import { Button } from "../../shared/ui/button.tsx";
import { readCatalogueJerseys } from "../data/imports/catalogue-imports.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { catalogueCsv, catalogueJson } from "../domain/import/catalogue-file.ts";

/** Downloads all public jerseys, in the format that can be imported. */
export function ExportCatalogue() {
  const { t } = useTranslation(["catalogueImport", "exchange"]);
  const [done, setDone] = useState(0);
  // A mutation, though it only reads: it runs on demand and shows its failure.
  const { mutate, isPending, isError, data } = useMemberMutation({
    write: async (client, kind: "csv" | "json") => {
      setDone(0);
      const jerseys = await readCatalogueJerseys(client, setDone);
      const name = `maillotheque-catalogue-${new Date().toISOString().slice(0, 10)}.${kind}`;
      if (kind === "csv") saveFile(name, "text/csv;charset=utf-8", catalogueCsv(jerseys));
      else saveFile(name, "application/json", catalogueJson(jerseys));
      return jerseys.length;
    },
    onError: (error) => console.error("catalogue not exported", error),
  });
  return (
    <section aria-labelledby="catalogue-export" className="grid gap-4" aria-busy={isPending}>
      <h2 id="catalogue-export" className="heading text-2xl">
        {t("export.title")}
      </h2>
      <p className="max-w-prose text-muted">{t("export.text")}</p>
      <div className="flex flex-wrap gap-3">
        {(["csv", "json"] as const).map((kind) => (
          <Button key={kind} variant="outline" disabled={isPending} onClick={() => mutate(kind)}>
            <Download aria-hidden />
            {t(`exchange:export.${kind}.save`)}
          </Button>
        ))}
      </div>
      <p role="status" className="text-sm text-muted empty:hidden">
        {isPending
          ? t("export.busy", { count: done })
          : data !== undefined && t("export.done", { count: data })}
      </p>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {isError && t("exchange:export.failed")}
      </p>
    </section>
  );
}
