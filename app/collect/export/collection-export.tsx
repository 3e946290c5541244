import { Download } from "lucide-react";
import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { saveFile } from "../../shared/browser/save-file.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Progress } from "../../shared/ui/progress.tsx";
import { readCollection } from "../data/exchange/read-collection.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { COLUMNS, copyRow } from "../domain/exchange/collection-file.ts";
import { OWN_LIMITS } from "../domain/exchange/collection-table.ts";
import { splitCollection } from "../domain/exchange/split-collection.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { copiesSheet } from "../i18n/copies-sheet.ts";
import { useDetailWords } from "../i18n/use-detail-words.ts";
import { csv } from "../../shared/domain/write-csv.ts";

const KINDS = ["sheet", "csv", "json", "zip"] as const;
type Kind = (typeof KINDS)[number];

interface Saved {
  copies: number;
  photos: number;
  missing: number;
}

/** Downloads the member's collection for a spreadsheet, as CSV, as JSON, or with its photos as ZIP. */
export function CollectionExport({ userId }: { userId: string }) {
  const { t } = useTranslation(["exchange", "submit"]);
  const lang = useLanguage();
  const words = useDetailWords();
  const [progress, setProgress] = useState<{ done: number; all: number }>();
  // A mutation, though it only reads: it runs on demand and shows its failure.
  const { mutate, isPending, isError, data, variables } = useMemberMutation({
    write: async (client, kind: Kind): Promise<Saved> => {
      setProgress(undefined);
      const { file, photos } = await readCollection(client, userId);
      const name = `maillotheque-${file.exported_at.slice(0, 10)}`;
      const saved = { copies: file.copies.length, photos: photos.length, missing: 0 };
      if (kind === "zip") {
        const { zipPhotos } = await import("./zip-photos.ts");
        setProgress({ done: 0, all: photos.length });
        let part = 0;
        const { missing } = await zipPhotos(
          client,
          file,
          photos,
          (done) => setProgress({ done, all: photos.length }),
          (zip, isLast) => {
            part += 1;
            const number = part > 1 || !isLast ? `-${part}` : "";
            saveFile(`${name}${number}.zip`, "application/zip", zip);
          },
        );
        return { ...saved, missing };
      }
      const parts = splitCollection(file, OWN_LIMITS);
      for (const [n, part] of parts.entries()) {
        const numbered = parts.length > 1 ? `${name}-${n + 1}` : name;
        if (kind === "json") {
          const copies = part.copies.map((copy) => ({ ...copy, photos: [] }));
          saveFile(`${numbered}.json`, "application/json", JSON.stringify({ ...part, copies }));
        } else if (n === 0 || part.copies.length > 0) {
          const isSheet = kind === "sheet";
          const text = isSheet
            ? copiesSheet(part.copies, words, lang)
            : csv(part.copies.map(copyRow), COLUMNS);
          const fileName = isSheet ? `${numbered}-${lang}.csv` : `${numbered}.csv`;
          saveFile(fileName, "text/csv;charset=utf-8", text);
        }
      }
      return saved;
    },
    onError: (error) => console.error("collection not exported", error),
  });

  return (
    <div className="grid gap-4" aria-busy={isPending}>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {KINDS.map((kind) => (
          <li
            key={kind}
            className="grid content-between justify-items-start gap-3 rounded-2xl bg-surface p-4"
          >
            <div className="grid gap-1">
              <h3 className="font-semibold">{t(`export.${kind}.title`)}</h3>
              <p id={`export-${kind}`} className="text-sm text-muted">
                {t(`export.${kind}.text`)}
              </p>
            </div>
            <Button
              variant="outline"
              disabled={isPending}
              aria-describedby={`export-${kind}`}
              onClick={() => mutate(kind)}
            >
              <Download aria-hidden />
              {t(`export.${kind}.save`)}
            </Button>
          </li>
        ))}
      </ul>
      {isPending && variables === "zip" && progress && progress.all > 0 && (
        <Progress value={progress.done / progress.all} label={t("export.photos", progress)} />
      )}
      <p role="status" className="text-sm text-muted empty:hidden">
        {isPending
          ? t("submit:frame.busy")
          : data && t(data.copies > 0 ? "export.done" : "export.empty", { count: data.copies })}
      </p>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {isError
          ? t("export.failed")
          : data && data.missing > 0 && t("export.missing", { count: data.missing })}
      </p>
    </div>
  );
}
