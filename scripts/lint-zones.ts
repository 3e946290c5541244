import type { OxlintOverride } from "oxlint";

/** The folders ("rooms") of `app/`, from bottom to top, each with the rooms that it may import. */
const basis = ["domain", "browser", "i18n", "address"];
const shown = [...basis, "head", "components", "components/ui"];
const rooms: Record<string, string[]> = {
  domain: [],
  browser: ["domain"],
  messages: ["i18n"],
  i18n: ["domain", "messages"],
  address: ["domain", "i18n"],
  head: ["domain", "i18n", "address"],
  data: basis,
  resources: [...basis, "head", "data"],
  components: shown,
  "components/ui": ["domain", "browser"], // after components: the later override wins
  features: [...shown, "data"],
  screens: [...shown, "data", "features"],
};

/**
 * The parts of the site that `server/` and the scripts may import: they need neither a browser nor
 * React.
 */
const sharedWithServer = [
  "*/domain",
  "shared/address",
  "shared/i18n",
  "site/resources/standalone-page.ts",
  "site/resources/sitemap/xml.ts",
  "shared/data/backend-access.ts",
];

interface Ban {
  /** `regex` has no lookahead; `group` (as in .gitignore) allows exceptions with `!`. */
  regex?: string;
  group?: string[];
  message: string;
}

/** `/testing` is for tests and benches only. */
const face = (...testing: string[]): Ban => ({
  group: ["../**/packages/**", "@maillotheque/backend/**", ...testing],
  message: "The backend is entered by its faces: @maillotheque/backend, and /testing in tests.",
});
const faces = face("!@maillotheque/backend/testing");

/** Bans for all files of `app/`. An override replaces the bans of another, so each repeats them. */
const outside: Ban[] = [
  {
    regex: "^((\\.\\./)+(server|backend|packages|scripts|vite|tests|e2e|bench)/|@maillotheque/)",
    message:
      "app/ runs without the server and the backend: they reach it through createLoadContext.",
  },
  { regex: "^node:", message: "app/ runs in browsers." },
];

const backendBan: Ban = {
  regex: "^(#app/|(\\.\\./)+(app|server|scripts|vite|supabase|tests/support|e2e|bench)/)",
  message: "The backend imports nothing of ours, so that it can be left out.",
};

const zones: [files: string[], bans: Ban[]][] = [
  [["app/*.{ts,tsx}"], outside],
  ...Object.keys(rooms).map((room): [string[], Ban[]] => [[`app/${room}/**`], roomBans(room)]),
  ...[1, 2].flatMap((depth) => [
    siblings("features", depth, "A feature never imports another feature."),
    siblings("screens", depth, "A screen imports no other screen but screens/shared/.", "shared"),
  ]),
  [
    ["server/**", "scripts/**", "vite/**"],
    [face(), serverBan()],
  ],
  [["bench/**", "e2e/**", "tests/**"], [faces]],
  [["packages/**"], [backendBan]],
];

/** A room may not import the rooms above or beside it, nor the files directly in `app/`. */
function roomBans(room: string): Ban[] {
  const allowed = rooms[room] ?? [];
  const others = Object.keys(rooms).filter((other) => other !== room && !allowed.includes(other));
  const names = [...others, "routes", "root", "entry"].join("|");
  const list = allowed.map((name) => `${name}/`).join(", ");
  const message = `${room}/ imports ${list || "no other room"}${list && " and nothing else of app/"}.`;
  const bans = [...outside, { regex: `^(#app/|(\\.\\./)+)(${names})(/|\\.|$)`, message }];
  return room === "components/ui" ? [...bans, { regex: "^\\.\\./[^.]", message }] : bans;
}

/** Folders of one room that don't import each other; `depth` folders below the room. */
function siblings(
  room: string,
  depth: number,
  message: string,
  except?: string,
): [string[], Ban[]] {
  const up = "../".repeat(depth);
  const group = [`${up}[!.]*/**`, `#app/${room}/**`];
  if (except) group.push(`!${up}${except}/**`, `!#app/${room}/${except}/**`);
  return [[`app/${room}${"/*".repeat(depth)}/*`], [...roomBans(room), { group, message }]];
}

function serverBan(): Ban {
  const group = ["#app/**", "../**/app/**"];
  for (const path of sharedWithServer) {
    const files = path.endsWith(".ts") ? path : `${path}/**`;
    group.push(`!#app/${files}`, `!../**/app/${files}`);
  }
  const message = `Of the site's sources the server shares only ${sharedWithServer.join(", ")}.`;
  return { group, message };
}

/**
 * The zones as `no-restricted-imports` for `oxlint.config.ts`. Tests may import anything but the
 * backend's internal files.
 */
export const zoneOverrides: OxlintOverride[] = [
  ...zones.map(override),
  override([["**/*.test.{ts,tsx}"], [faces]]),
  override([["packages/**/*.test.ts"], [backendBan]]),
];

function override([files, patterns]: [string[], Ban[]]): OxlintOverride {
  return { files, rules: { "no-restricted-imports": ["error", { patterns }] } };
}
