import { type Licence, LICENCES } from "../../shared/domain/rules/image-rules.ts";

const KEY = "maillotheque.licence";

/** The licence that this browser chose last; it is the next default. */
export function lastLicence(): Licence {
  try {
    const stored = localStorage.getItem(KEY);
    return LICENCES.find((licence) => licence === stored) ?? "shown-here-only";
  } catch {
    return "shown-here-only"; // storage is forbidden
  }
}

/** Stores the choice as the next default. */
export function rememberLicence(licence: Licence): void {
  try {
    localStorage.setItem(KEY, licence);
  } catch {
    // Storage is forbidden: the default stays.
  }
}
