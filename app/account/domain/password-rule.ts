import { type CommonKind, commonKind } from "../../shared/domain/common-passwords.ts";

/** As the service counts them (docs/product/account.md 14.2). */
export const SHORTEST_PASSWORD = 6;
const LONGEST_BYTES = 72;

/** What a new password lacks. */
export type PasswordProblem = "short" | "long" | CommonKind;

/** Why the service would refuse a new password, as far as the browser can tell. Undefined for an empty one. */
export function passwordProblem(password: string): PasswordProblem | undefined {
  if (password === "") return undefined;
  if ([...password].length < SHORTEST_PASSWORD) return "short";
  if (new TextEncoder().encode(password).length > LONGEST_BYTES) return "long";
  return commonKind(password);
}
