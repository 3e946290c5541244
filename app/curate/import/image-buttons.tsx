import { Folder, Image } from "lucide-react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { FileButton } from "../../shared/components/file-button.tsx";
import { type ChosenFiles, withFiles } from "./chosen-files.ts";

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
