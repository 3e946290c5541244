import { useState } from "react";

import { useTranslation } from "../i18n/use-translation.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Textarea } from "../ui/input.tsx";

/** The form was asked for to paste into it. */
const focus = (area: HTMLTextAreaElement | null) => area?.focus();

/** Cells that were copied in a spreadsheet: it separates them by tabs, as a file would. */
export function PastedTable({
  id,
  help,
  disabled,
  onPaste,
}: {
  id: string;
  help: string;
  disabled: boolean;
  onPaste: (text: string) => void;
}) {
  const { t } = useTranslation("exchange");
  const { t: common } = useTranslation();
  const [text, setText] = useState("");
  return (
    <form
      className="grid max-w-prose gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onPaste(text);
      }}
    >
      <Field label={t("import.cells")} help={help}>
        <Textarea
          id={id}
          ref={focus}
          value={text}
          wrap="off"
          spellCheck={false}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <Button
        variant="outline"
        className="justify-self-start"
        disabled={disabled}
        lacks={text.trim() === "" && { text: common("fillIn") }}
        type="submit"
      >
        {t("import.readPasted")}
      </Button>
    </form>
  );
}
