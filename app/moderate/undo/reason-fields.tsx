import type { RefObject } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Textarea } from "../../shared/ui/input.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { isUndoReason, MAX_UNDO_REASON } from "../../shared/domain/suggestion.ts";
import { chosenReason, PRESET_REASONS } from "../../shared/i18n/preset-reasons.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

const REASONS = [
  "wasRight",
  "unconfirmed",
  "mistake",
  "vandalism",
  "offensive",
  "noRights",
] as const;

/** Why something is undone: a reason to choose, and words that complete it or stand alone. */
export function ReasonFields({
  reason,
  onChange,
  wasSent,
  disabled,
  fieldRef,
}: {
  reason: string;
  onChange: (reason: string) => void;
  wasSent: boolean;
  disabled: boolean;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
}) {
  const { t } = useTranslation("undo");
  const presets = PRESET_REASONS[useLanguage()];
  const former = chosenReason(reason);

  function choose(name: string) {
    const chosen = REASONS.find((known) => known === name);
    const own = former ? reason.slice(former.words.length).trim() : reason;
    onChange([chosen && presets[chosen], own].filter(Boolean).join(" "));
  }

  return (
    <>
      <Field label={t("reason.preset")}>
        <Select
          value={REASONS.find((known) => known === former?.key) ?? ""}
          disabled={disabled}
          onChange={({ target }) => choose(target.value)}
        >
          <option value="">{t("reason.own")}</option>
          {REASONS.map((name) => (
            <option key={name} value={name}>
              {presets[name]}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label={t("reason.words")}
        required
        help={t("reason.help")}
        error={wasSent && !isUndoReason(reason) && t("reason.missing")}
      >
        <Textarea
          ref={fieldRef}
          rows={2}
          value={reason}
          disabled={disabled}
          maxLength={MAX_UNDO_REASON}
          onChange={({ target }) => onChange(target.value)}
        />
      </Field>
    </>
  );
}
