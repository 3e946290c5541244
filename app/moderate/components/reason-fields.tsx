import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Textarea } from "../../shared/ui/input.tsx";
import { type Reason, REASONS, storedReason, UNDO_REASON } from "../../shared/domain/suggestion.ts";
import { lengthOf, tidy } from "../../shared/domain/rules/text.ts";
import { REASON_WORDS } from "../../shared/i18n/reasons.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

/** Reasons of the list that don't fit what is decided. */
const UNFIT = {
  /** Refused. Its form asks for no source. */
  submission: ["no_source"],
  /** Facts that are refused. */
  facts: ["duplicate", "quality"],
  /** A merge or removal that is refused. */
  departure: ["duplicate", "rights", "quality"],
  /** A merge that is made. */
  merge: ["wrong", "no_source", "rights", "quality", "off_topic", "offensive"],
  /** A member, or the words of a comment or list. */
  person: ["wrong", "no_source", "duplicate", "quality"],
} as const satisfies Record<string, readonly Reason[]>;

/** What is decided, if some reasons don't fit it. */
export type ReasonSubject = keyof typeof UNFIT;

/** Whether a reason is offered. */
export const fits = (reason: Reason, of: ReasonSubject | undefined): boolean =>
  !of || !(UNFIT[of] as readonly Reason[]).includes(reason);

/** A reason of the list, and words that complete it or stand alone. */
export interface GivenReason {
  reason?: Reason;
  note: string;
}

/** With the name of its reason it has as many as the database takes. */
const MAX_NOTE = UNDO_REASON.max - 20;

/** What is asked for. Without it a reason is enough; another one is said in at least a word. */
interface Asked {
  /** False where words alone are the answer. */
  isReasonAsked?: boolean;
  /** How many characters the words have at least, also beside a reason. */
  fewest?: number | undefined;
}

const isReasonMissing = ({ reason }: GivenReason, { isReasonAsked = true }: Asked) =>
  isReasonAsked && !reason;

function isNoteMissing({ reason, note }: GivenReason, { fewest = 0 }: Asked) {
  return lengthOf(tidy(note)) < Math.max(fewest, reason === "other" ? UNDO_REASON.min : 0);
}

/** Whether the reason is complete; if not, the field that lacks something gets the focus. */
export function isGiven(given: GivenReason, asked: Asked, form: HTMLFormElement): boolean {
  const lacks = isReasonMissing(given, asked)
    ? "input[name=reason]"
    : isNoteMissing(given, asked) && "textarea";
  if (lacks) form.querySelector<HTMLElement>(lacks)?.focus();
  return !lacks;
}

/** A reason as the database stores it. */
export const asText = ({ reason, note }: GivenReason) => storedReason(reason, note);

/** Why something is refused, removed, merged or undone: one list, of which those are offered that fit. */
export function ReasonFields({
  given,
  onChange,
  wasSent,
  help,
  disabled,
  of,
  ...asked
}: Asked & {
  given: GivenReason;
  onChange: (given: GivenReason) => void;
  wasSent: boolean;
  /** Who reads it. */
  help?: string;
  disabled?: boolean;
  of?: ReasonSubject | undefined;
}) {
  const { t } = useTranslation("suggestions");
  const lang = useLanguage();
  const { reason, note } = given;
  const isRequired = (asked.fewest ?? 0) > 0 || reason === "other";
  return (
    <>
      {asked.isReasonAsked !== false && (
        <fieldset disabled={disabled}>
          <legend className="mb-1 text-sm font-semibold">{t("reason.label")}</legend>
          <div className="grid gap-x-4 sm:grid-cols-2">
            {REASONS.filter((choice) => fits(choice, of)).map((choice) => (
              <label key={choice} className="flex min-h-11 items-center gap-3">
                <input
                  type="radio"
                  name="reason"
                  checked={reason === choice}
                  onChange={() => onChange({ reason: choice, note })}
                  className="size-5 shrink-0 accent-ink"
                />
                {REASON_WORDS[lang][choice]}
              </label>
            ))}
          </div>
          <p role="alert" className="text-sm text-danger empty:hidden">
            {wasSent && isReasonMissing(given, asked) && t("reason.missing")}
          </p>
        </fieldset>
      )}
      <Field
        label={t("reason.note")}
        required={isRequired}
        help={help}
        error={wasSent && isNoteMissing(given, asked) && t("reason.noteMissing")}
      >
        <Textarea
          rows={2}
          value={note}
          disabled={disabled}
          maxLength={MAX_NOTE}
          onChange={({ target }) => onChange({ ...given, note: target.value })}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
              event.currentTarget.form?.requestSubmit();
            }
          }}
        />
      </Field>
    </>
  );
}
