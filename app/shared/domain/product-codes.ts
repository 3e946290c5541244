import { tidy } from "./rules/text.ts";

/** A jersey has so many style numbers at most (`jerseys_product_codes_known`). */
const MOST = 5;

/** Letters, digits, hyphens, slashes and spaces, as on the label. */
const CODE = /^[A-Za-z0-9][A-Za-z0-9 /-]{0,28}[A-Za-z0-9]$/;

/** What two codes are compared by: neither case nor separators. The same as `private.code_key()`. */
export const codeKey = (code: string) => code.replace(/[^A-Za-z0-9]/g, "").toUpperCase();

/** The codes of a text in which commas, semicolons, bars or lines part them. */
export function codesOf(text: string): string[] {
  return text
    .split(/[,;|\n]/)
    .map(tidy)
    .filter(Boolean);
}

/** True for at most five codes, each once. */
export function areCodes(codes: readonly string[]): boolean {
  const keys = new Set(codes.map(codeKey));
  return (
    codes.length <= MOST && keys.size === codes.length && codes.every((code) => CODE.test(code))
  );
}
