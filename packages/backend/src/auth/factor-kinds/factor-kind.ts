import type { FactorKind } from "./kind.ts";
import { phone } from "./phone.ts";
import { totp } from "./totp.ts";
import { webauthn } from "./webauthn.ts";

export type { FactorKind, Opening } from "./kind.ts";

const KINDS: Record<string, FactorKind> = { totp, phone, webauthn };

/** Returns the kind of factor with this `type`, the name in requests and tables. */
export function factorKind(type: string): FactorKind | undefined {
  return Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
}
