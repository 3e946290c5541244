import { hasLength, isVisible, lengthOf, tidy } from "./text.ts";

// Rules for members' texts. Without zod: these small forms would load it for one rule.

/** `comments_body_length` */
export const MAX_COMMENT = 2000;

/** `reports_reason_length` */
export const MAX_REASON = 1000;

/** `reports_resolution_note_length` */
export const MAX_NOTE = 1000;

/** `profiles_display_name_length` */
const MAX_DISPLAY_NAME = 60;

/** `profiles_username_format` */
export function isUsername(text: string): boolean {
  return /^[a-z0-9_]{3,30}$/.test(text);
}

/**
 * The display name as the database stores it, also without control characters
 * (`private.tidy_profile`).
 */
export function tidyDisplayName(text: string): string {
  return tidy(text.replace(CONTROLS, ""));
}

const CONTROLS = /\p{Cc}/gu;

/** A display name may be empty. */
export function isDisplayName(text: string): boolean {
  const name = tidyDisplayName(text);
  return lengthOf(name) <= MAX_DISPLAY_NAME && isVisible(name);
}

export function isComment(text: string): boolean {
  return hasLength(text, 1, MAX_COMMENT);
}

/** A reason may be empty. */
export function isReason(text: string): boolean {
  return lengthOf(text) <= MAX_REASON;
}
