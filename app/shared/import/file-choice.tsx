import { ClipboardPaste, Upload } from "lucide-react";
import { type ReactNode, useState } from "react";

import { useTranslation } from "../i18n/use-translation.tsx";
import { FileButton } from "../components/file-button.tsx";
import { useMemberMutation } from "../data/member-mutation.ts";
import { FileError, type FileProblem } from "../domain/import/file-error.ts";
import { Button } from "../ui/button.tsx";
import { PastedTable } from "./pasted-table.tsx";
import { Spinner } from "../ui/spinner.tsx";

/** Chooses the list that is imported, and says what is wrong with it. */
export function FileChoice({
  id,
  accept,
  text,
  label,
  hint,
  pasteHelp,
  children,
  open,
  problemText,
}: {
  id: string;
  accept: string;
  text: string;
  label: string;
  hint: string;
  /** What can be pasted. */
  pasteHelp: string;
  /** Above the button. */
  children?: ReactNode;
  /** @throws FileError if the file can't be read */
  open: (file: File) => Promise<void>;
  problemText: (problem: FileProblem) => string;
}) {
  const { t } = useTranslation("exchange");
  const [isPasting, setPasting] = useState(false);
  const { mutate, isPending, error } = useMemberMutation({
    write: (_client, file: File) => open(file),
  });
  return (
    <div className="grid gap-3" aria-busy={isPending}>
      <p className="max-w-prose text-muted">{text}</p>
      {children}
      <div className="flex flex-wrap gap-3">
        <FileButton
          id={id}
          hint={`${id}-hint`}
          accept={accept}
          multiple={false}
          disabled={isPending}
          onFiles={([file]) => file && mutate(file)}
        >
          <Upload aria-hidden />
          {label}
        </FileButton>
        <Button variant="outline" aria-expanded={isPasting} onClick={() => setPasting(!isPasting)}>
          <ClipboardPaste aria-hidden />
          {t("import.paste")}
        </Button>
      </div>
      <p id={`${id}-hint`} className="max-w-prose text-sm text-muted">
        {hint}
      </p>
      {isPasting && (
        <PastedTable
          id={`${id}-pasted`}
          help={pasteHelp}
          disabled={isPending}
          onPaste={(text) => mutate(new File([text], t("import.pasted"), { type: "text/plain" }))}
        />
      )}
      <p role="status" className="flex items-center gap-2 text-sm text-muted empty:hidden">
        {isPending && (
          <>
            <Spinner /> {t("import.reading")}
          </>
        )}
      </p>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {error &&
          (error instanceof FileError
            ? `${problemText(error.problem)} ${error.line ? t("import.at", { line: error.line }) : ""}`
            : t("import.failed"))}
      </p>
    </div>
  );
}
