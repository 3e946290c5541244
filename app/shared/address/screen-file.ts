import { type Screen, screenFolder } from "./screens.ts";

/** The rooms that have screens. */
type Room =
  | "browse"
  | "jersey"
  | "contribute"
  | "daily"
  | "open"
  | "moderate"
  | "account"
  | "show"
  | "site";

/** The room of each screen. Apart from `screens.ts`, which every page loads. */
const ROOM_OF: Record<Screen, Room> = {
  home: "browse",
  search: "browse",
  catalogue: "browse",
  competitions: "browse",
  sports: "browse",
  identify: "browse",
  trends: "browse",
  today: "daily",
  data: "open",
  team: "browse",
  competition: "browse",
  season: "browse",
  sport: "browse",
  variations: "browse",
  brand: "browse",
  jersey: "jersey",
  jerseyById: "jersey",
  submit: "contribute",
  suggest: "contribute",
  history: "moderate",
  admin: "moderate",
  report: "moderate",
  auth: "account",
  confirm: "account",
  account: "account",
  accountSection: "account",
  member: "show",
  year: "show",
  list: "show",
  about: "site",
  rules: "site",
  terms: "site",
  privacy: "site",
  legal: "site",
  accessibility: "site",
  licences: "site",
  api: "site",
  notFound: "site",
};

/** The module of a screen, below `app/`: `jerseyById` → `jersey/screens/jersey-by-id/route.tsx`. */
export function screenFile(screen: Screen): string {
  return `${ROOM_OF[screen]}/screens/${screenFolder(screen)}/route.tsx`;
}

/** The id of the route of a screen's nth path. One module serves many paths, so each route needs its own. */
export function routeId(screen: Screen, n: number): string {
  return n === 0 ? screen : `${screen}.${n}`;
}
