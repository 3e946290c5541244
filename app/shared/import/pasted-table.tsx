import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Textarea } from "../ui/input.tsx";

/** Cells that were copied in a spreadsheet: it separates them by tabs, as a file would. */
export function PastedTable({
  id,
  disabled,
  onPaste,
}: {
  id: string;
  disabled: boolean;
  onPaste: (text: string) => void;
}) {
  const { t } = useTranslation("exchange");
  const [text, setText] = useState("");
  return (
    <details className="max-w-prose">
      <summary className="cursor-pointer py-2 text-sm font-semibold">{t("import.paste")}</summary>
      <div className="grid gap-3 pt-2">
        <Field label={t("import.cells")} help={t("import.pasteHelp")}>
          <Textarea
            id={id}
            value={text}
            wrap="off"
            spellCheck={false}
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
        <Button
          variant="outline"
          className="justify-self-start"
          disabled={disabled || text.trim() === ""}
          onClick={() => onPaste(text)}
        >
          {t("import.readPasted")}
        </Button>
      </div>
    </details>
  );
}
