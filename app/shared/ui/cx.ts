/**
 * Joins class names and skips falsy values. It resolves no conflicts: `className` of the caller
 * goes last.
 */
export function cx(...names: (string | false | 0 | 0n | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
