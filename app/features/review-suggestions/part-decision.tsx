import { type ComponentType, useId } from "react";
import { useTranslation } from "react-i18next";

import { imageUrl } from "../../address/image-url.ts";
import { PhotoOrder } from "../../components/photo-order.tsx";
import { FieldChanges } from "../../components/field-changes.tsx";
import { VerdictLine } from "../../components/verdict-line.tsx";
import { Checkbox } from "../../components/ui/checkbox.tsx";
import { Field } from "../../components/ui/field.tsx";
import { Input } from "../../components/ui/input.tsx";
import { Select } from "../../components/ui/select.tsx";
import { backend } from "../../data/browser.ts";
import { LICENCE_KEYS } from "../../domain/rules/image-rules.ts";
import { MAX_NOTE } from "../../domain/rules/member-rules.ts";
import { fieldOf, type Refusal, REFUSALS } from "../../domain/suggestion.ts";
import {
  changeInWords,
  type OrderedPhoto,
  partLabel,
  photosInWords,
  valueText,
} from "../../i18n/suggestion-words.ts";
import { WORDS } from "../../i18n/jersey-changes.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import type { Part } from "./parts.ts";
import type { PartProblem, PartRuling } from "./use-ruling.ts";

/** Shows the two jerseys of a merge side by side. */
export type Compared = ComponentType<{ goes: string; stays: string }>;

/** The decision on one part: accepted, or refused with a reason. */
export function PartDecision({
  part,
  ruling = {},
  problem,
  disabled,
  jerseyId,
  Compared,
  onChange,
}: {
  part: Part;
  ruling: PartRuling | undefined;
  problem: PartProblem | undefined;
  disabled: boolean;
  /** The jersey that a merge is about. */
  jerseyId: string;
  Compared: Compared;
  onChange: (ruling: PartRuling) => void;
}) {
  const { t } = useTranslation("suggestions");
  const lang = useLanguage();
  const id = useId();
  const { key, change, into, photo, conflict, contested } = part;
  const { accepted, reason, note = "" } = ruling;
  return (
    <li className="grid grid-cols-1 gap-3 rounded-xl bg-surface p-4 md:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
      <div className="grid min-w-0 content-start gap-3">
        {photo && (
          <figure className="grid justify-items-start gap-2 text-sm">
            <img
              src={imageUrl(backend().url, photo.path ?? "", { width: 480 })}
              alt={photo.alt ?? ""}
              className="aspect-square w-full max-w-72 rounded-lg bg-raised object-cover"
            />
            <figcaption className="text-muted">
              {t(`photos.kinds.${photo.kind}`)} ·{" "}
              {t("queue.licence", {
                licence: t(`queue.licences.${LICENCE_KEYS[photo.licence]}`),
              })}
              {photo.is_known && <strong className="block">{t("queue.known")}</strong>}
            </figcaption>
          </figure>
        )}
        {change && <FieldChanges changes={[changeInWords(key, change, lang)]} />}
        {into && <Compared goes={jerseyId} stays={into} />}
        {contested && (
          <div className="grid gap-1">
            <p className="caption">{t("queue.contested")}</p>
            <VerdictLine verdict={contested} />
          </div>
        )}
        {conflict && (
          <div className="rounded-lg border border-danger p-3 text-sm">
            {key === "photos" ? (
              <div className="grid gap-2">
                <p>{t("queue.conflictOfPhotos")}</p>
                <PhotoOrder
                  photos={photosInWords(
                    conflict.value as OrderedPhoto[],
                    change?.before as OrderedPhoto[],
                    lang,
                  )}
                />
              </div>
            ) : (
              <p>
                {t("queue.conflict", {
                  value: valueText(fieldOf(key), conflict.value, lang) ?? WORDS[lang].empty,
                })}
              </p>
            )}
            {accepted && (
              <Checkbox
                checked={ruling.overwrite ?? false}
                disabled={disabled}
                onChange={({ target }) => onChange({ ...ruling, overwrite: target.checked })}
              >
                {t("queue.overwrite")}
              </Checkbox>
            )}
          </div>
        )}
      </div>
      <fieldset disabled={disabled} className="grid min-w-0 content-start gap-2">
        <legend className="sr-only">{t("queue.part", { part: partLabel(key, lang) })}</legend>
        <div className="flex flex-wrap gap-x-6">
          {([true, false] as const).map((value) => (
            <label key={String(value)} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name={id}
                checked={accepted === value}
                onChange={() => onChange({ ...ruling, accepted: value })}
                className="size-5 shrink-0 accent-ink"
              />
              {t(value ? "queue.accept" : "queue.refuse")}
            </label>
          ))}
        </div>
        {accepted === false && (
          <>
            <Field
              label={t("queue.reason")}
              required
              error={problem === "reason" && t("queue.reasonRequired")}
            >
              <Select
                value={reason ?? ""}
                onChange={({ target }) =>
                  onChange({ ...ruling, reason: (target.value || undefined) as Refusal })
                }
              >
                <option value="">{t("queue.choose")}</option>
                {REFUSALS.map((choice) => (
                  <option key={choice} value={choice}>
                    {t(`reasons.${choice}`)}
                  </option>
                ))}
              </Select>
            </Field>
            <Field
              label={t("queue.note")}
              required={reason === "other"}
              error={problem === "note" && t("queue.noteRequired")}
            >
              <Input
                value={note}
                maxLength={MAX_NOTE}
                onChange={({ target }) => onChange({ ...ruling, note: target.value })}
              />
            </Field>
          </>
        )}
        <p aria-live="polite" className="text-sm text-danger empty:hidden">
          {problem === "undecided" && t("queue.undecided")}
          {problem === "overwrite" && t("queue.overwriteRequired")}
        </p>
      </fieldset>
    </li>
  );
}
