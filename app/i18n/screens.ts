import type { Screen } from "./paths.ts";

/**
 * The screens that exist, each in one module under `app/`. The route table is built from it, and
 * links are shown only to what is in it.
 */
export const MODULES: Partial<Record<Screen, string>> = {
  home: "screens/home.tsx",
  jersey: "screens/jersey.tsx",
  jerseyById: "screens/jersey-by-id.tsx",
  auth: "screens/auth.tsx",
  submit: "screens/submit.tsx",
  account: "screens/account.tsx",
  admin: "screens/admin.tsx",
};

/** Whether a screen can be linked to. */
export function isBuilt(screen: Screen): boolean {
  return screen in MODULES;
}
