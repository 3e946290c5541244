import { Folder, Image, Upload } from "lucide-react";
import { useTranslation } from "react-i18next";

import { FileButton } from "../../shared/components/file-button.tsx";
import { Spinner } from "../../shared/ui/spinner.tsx";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { CATALOGUE } from "../domain/import/catalogue-file.ts";
import {
  CATALOGUE_LIMITS,
  FileError,
  readTable,
} from "../../collect/domain/exchange/read-table.ts";
import { type ChosenFiles, withFiles } from "./chosen-files.ts";
import type { Opened } from "./import-tab.tsx";

/** Chooses the list, and the images that it names. */
export function ChooseFiles({
  files,
  onFiles,
  onOpen,
}: {
  files: ChosenFiles;
  onFiles: (files: ChosenFiles) => void;
  onOpen: (opened: Opened) => void;
}) {
  const { t } = useTranslation(["catalogueImport", "exchange"]);
  const { mutate, isPending, error } = useMemberMutation({
    write: async (_client, file: File) => {
      if (file.size > CATALOGUE_LIMITS.bytes) throw new FileError("tooLarge");
      const bytes = new Uint8Array(await file.arrayBuffer());
      onOpen({ name: file.name, table: readTable(bytes, CATALOGUE_LIMITS, CATALOGUE) });
    },
  });
  return (
    <div className="grid gap-3" aria-busy={isPending}>
      <p className="max-w-prose text-muted">{t("catalogueImport:text")}</p>
      <ImageButtons files={files} onFiles={onFiles} />
      <div>
        <FileButton
          id="catalogue-file"
          hint="catalogue-file-hint"
          accept=".csv,.tsv,.txt,.json,text/csv,application/json"
          multiple={false}
          disabled={isPending}
          onFiles={([file]) => file && mutate(file)}
        >
          <Upload aria-hidden />
          {t("catalogueImport:choose")}
        </FileButton>
      </div>
      <p id="catalogue-file-hint" className="max-w-prose text-sm text-muted">
        {t("catalogueImport:hint")}
      </p>
      <p role="status" className="flex items-center gap-2 text-sm text-muted empty:hidden">
        {isPending && (
          <>
            <Spinner /> {t("exchange:import.reading")}
          </>
        )}
      </p>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {error && problemText()}
      </p>
    </div>
  );

  function problemText() {
    if (!(error instanceof FileError)) return t("exchange:import.failed");
    const { problem, line } = error;
    const text =
      problem === "tooLarge" || problem === "tooManyRows" || problem === "otherJson"
        ? t(`catalogueImport:problems.${problem}`)
        : t(`exchange:import.problems.${problem}`);
    return line ? `${text} ${t("exchange:import.at", { line })}` : text;
  }
}

/** Chooses images, one by one or a folder of them; they are found by their names. */
export function ImageButtons({
  files,
  onFiles,
}: {
  files: ChosenFiles;
  onFiles: (files: ChosenFiles) => void;
}) {
  const { t } = useTranslation("catalogueImport");
  const add = (chosen: File[]) => onFiles(withFiles(files, chosen));
  const count = new Set(files.values()).size;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-3">
        <FileButton
          id="catalogue-images"
          hint="catalogue-images-hint"
          disabled={false}
          onFiles={add}
        >
          <Image aria-hidden />
          {t("images.choose")}
        </FileButton>
        <FileButton
          id="catalogue-folder"
          hint="catalogue-images-hint"
          folder
          disabled={false}
          onFiles={add}
        >
          <Folder aria-hidden />
          {t("images.folder")}
        </FileButton>
      </div>
      <p id="catalogue-images-hint" role="status" className="max-w-prose text-sm text-muted">
        {count > 0 ? t("images.chosen", { count }) : t("images.hint")}
      </p>
    </div>
  );
}
