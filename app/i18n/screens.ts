import type { Screen } from "./paths.ts";

/**
 * The screens that exist, each in one module under `app/`. The route table is built from it, and
 * links are shown only to what is in it.
 */
export const MODULES: Partial<Record<Screen, string>> = {
  home: "screens/home.tsx",
  competitions: "screens/competitions.tsx",
  competition: "screens/competition.tsx",
  sports: "screens/sports.tsx",
  sport: "screens/sport.tsx",
  trends: "screens/trends.tsx",
  team: "screens/team.tsx",
  jersey: "screens/jersey.tsx",
  variations: "screens/variations.tsx",
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
