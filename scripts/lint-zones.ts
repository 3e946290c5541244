import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { OxlintOverride } from "oxlint";

import { LAYERS, ROOMS, SERVER, SHARED } from "./rooms.ts";

const APP = join(import.meta.dirname, "../app");

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

const ROOM_NAMES = Object.keys(ROOMS);

/** What no module imports: React Router and the builds start there. */
const STARTS = "(routes|root|entry)[.]";

/** Folders deep inside a layer or a screen: an override counts how far up its room is. */
const DEPTHS = [0, 1, 2, 3];

const zones: [files: string[], bans: Ban[]][] = [
  [["app/*.{ts,tsx}"], [...outside, ...faceBans(ROOM_NAMES, ROOM_NAMES)]],
  ...Object.keys(SHARED).map((layer): [string[], Ban[]] => [
    [`app/shared/${layer}/**`],
    sharedBans(layer),
  ]),
  ...ROOM_NAMES.flatMap(roomZones),
  [
    ["server/**", "scripts/**", "vite/**"],
    [face(), serverBan()],
  ],
  ...Object.keys(SERVER).map((folder): [string[], Ban[]] => [
    [`server/${folder}/**`],
    [face(), serverBan(), ...folderBans(folder)],
  ]),
  [["bench/**", "e2e/**", "tests/**"], [faces]],
  [["packages/**"], [backendBan]],
];

/** A folder of `app/shared/` imports no room, and of the other folders only those that it may. */
function sharedBans(layer: string): Ban[] {
  const allowed = SHARED[layer] ?? [];
  const others = [...Object.keys(SHARED), "messages"].filter(
    (other) => other !== layer && !allowed.includes(other),
  );
  const list = allowed.map((name) => `${name}/`).join(", ");
  return [
    ...outside,
    { regex: `^(#app/|(\\.\\./)+)(${or(ROOM_NAMES)})/`, message: "shared/ imports no room." },
    { regex: `^(#app/|(\\.\\./)+)${STARTS}`, message: "Nothing imports where the site starts." },
    {
      regex: `^(#app/shared/|(\\.\\./)+)(${or(others)})/`,
      message: `shared/${layer}/ imports ${list || "no other folder"}${list && " and nothing else of app/"}.`,
    },
  ];
}

/** The zones of a room. The later override wins, so the strictest come last. */
function roomZones(room: string): [string[], Ban[]][] {
  const others = ROOM_NAMES.filter((other) => other !== room);
  const inside = [...outside, ...faceBans(ROOMS[room]!.uses, others)];
  const joining = [...outside, ...faceBans(others, others)];
  const screens: Ban = {
    regex: `^(#app/${room}/|(\\.\\./)+)screens/`,
    message: "A screen is where a page starts; nobody imports it.",
  };
  return [
    [[`app/${room}/**`], [screens, ...inside]],
    [[`app/${room}/resources/**`], [screens, ...joining]],
    ...DEPTHS.map((depth): [string[], Ban[]] => [
      [`app/${room}/screens/${"*/".repeat(depth)}*`],
      [siblings(room, depth), ...joining],
    ]),
    ...Object.keys(LAYERS).flatMap((layer) =>
      DEPTHS.map((depth): [string[], Ban[]] => [
        [`app/${room}/${layer}/${"*/".repeat(depth)}*`],
        [layerBan(room, layer, depth), ...inside],
      ]),
    ),
  ];
}

/** Of the used rooms only the face may be imported, of the others nothing. */
function faceBans(used: readonly string[], others: readonly string[]): Ban[] {
  const unused = others.filter((other) => !used.includes(other));
  const inner = used.flatMap((other) => [
    ...[`#app/${other}/**`, `../**/${other}/**`, `./${other}/**`],
    ...ROOMS[other]!.face.flatMap((file) => [
      ...[`!#app/${other}/${file}`, `!../**/${other}/${file}`, `!./${other}/${file}`],
    ]),
  ]);
  const bans: Ban[] = [
    { regex: `^(#app/|(\\.\\./)+)${STARTS}`, message: "Nothing imports where the site starts." },
  ];
  if (unused.length > 0) {
    const message = `This room uses ${used.join(", ") || "no other room"} (scripts/rooms.ts).`;
    bans.push({ regex: `^(#app/|(\\.\\./)+)(${or(unused)})/`, message });
  }
  if (inner.length > 0) {
    // Last: what an exception allows isn't looked at again.
    bans.push({ group: inner, message: "A room is entered by its face (scripts/rooms.ts)." });
  }
  return bans;
}

/** Screens don't import each other. `depth`: folders between `screens/` and the file. */
function siblings(room: string, depth: number): Ban {
  const up = "../".repeat(depth);
  const group = depth === 0 ? ["./*/**"] : [`${up}[!.]*/**`];
  return {
    group: [...group, `#app/${room}/screens/**`],
    message: "A screen imports no other screen.",
  };
}

/** A layer imports only layers below it, in its room, in `shared/` and in the faces of others. */
function layerBan(room: string, layer: string, depth: number): Ban {
  const allowed = [layer, ...(LAYERS[layer] ?? [])];
  const parts = ROOM_NAMES.flatMap((name) =>
    readdirSync(join(APP, name), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name),
  );
  const names = new Set([...parts, ...Object.keys(LAYERS), ...Object.keys(SHARED), "screens"]);
  const banned = or([...names].filter((name) => !allowed.includes(name)));
  const up = (levels: number) => `(\\.\\./){${levels}}`;
  const own = `(#app/${room}/|${up(depth + 1)})`;
  const other = `(#app/|${up(depth + 2)})(${or([...ROOM_NAMES, "shared"])})/`;
  const list = (LAYERS[layer] ?? []).map((name) => `${name}/`).join(", ");
  return {
    regex: `^(${own}|${other})(${banned})/`,
    message: `${layer}/ imports ${list || "nothing"} besides ${layer}/.`,
  };
}

function or(names: readonly string[]): string {
  return names.join("|");
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

/** A folder of `server/` imports of its neighbours only what `SERVER` names. */
function folderBans(folder: string): Ban[] {
  const allowed = SERVER[folder]!;
  const others = Object.keys(SERVER).filter((other) => other !== folder);
  const message = `server/${folder}/ uses ${allowed.join(", ")} (scripts/rooms.ts).`;
  return others
    .filter((other) => !allowed.includes(other))
    .map((other) => {
      const group = [`../**/${other}/**`];
      for (const path of allowed.filter((path) => path.startsWith(`${other}/`))) {
        group.push(`!../**/${path}.ts`, `!../**/${path}/**`);
      }
      return { group, message };
    });
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
