import { DETAIL_NAMES } from "../../domain/rules/copy-details.ts";
import type { CopyForm } from "../../domain/rules/copy-rules.ts";

/** A form after the copy was changed elsewhere. */
export interface MergedForm {
  /** What was typed stays; other fields have the stored values of now. */
  form: CopyForm;
  /** The fields that were changed elsewhere. */
  changed: (keyof CopyForm)[];
}

/**
 * Brings together what was typed here and what was saved elsewhere.
 * @param base the stored values when typing began
 */
export function mergeForms(base: CopyForm, typed: CopyForm, latest: CopyForm): MergedForm {
  const form = Object.fromEntries(
    DETAIL_NAMES.map((name) => [name, typed[name] === base[name] ? latest[name] : typed[name]]),
  ) as CopyForm;
  return { form, changed: DETAIL_NAMES.filter((name) => latest[name] !== base[name]) };
}

/** True if nothing was typed. */
export function isUntouched(base: CopyForm, typed: CopyForm): boolean {
  return DETAIL_NAMES.every((name) => typed[name] === base[name]);
}
