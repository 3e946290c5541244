import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";

import { textsOf } from "./page-texts.ts";
import { screenAt } from "./screen-at.ts";
import { screenFile } from "./screen-file.ts";
import { SCREEN_NAMES, SCREENS } from "./screens.ts";

const APP = join(import.meta.dirname, "../..");

/** Dialogs that open on any page, or that few readers of a page open; they load their own texts. */
const WITH_OWN_TEXTS = [
  "account/screens/auth/complete-actions.ts",
  "collect/collection/use-shelf-press.ts",
  "collect/copy-editor/copy-editor.tsx",
  "collect/copy-editor/take-out-dialog.tsx",
  "collect/copy-editor/offer-dialog.tsx",
  "collect/copy-editor/wish-editor.tsx",
  "collect/follows/choose-club.ts",
  "collect/member-home/member-home.tsx",
  "collect/offline/member-offline.ts",
  "browse/search/search-dialog.tsx",
  "site/language/suggestion-bar.tsx",
  "moderate/review/correct-dialog.tsx",
  "moderate/members/member-file.tsx",
  "moderate/review/hide-dialog.tsx",
  "jersey/comments/hidden-note.tsx",
  "jersey/share/share-dialog.tsx",
  "jersey/screens/jersey/edit-button.tsx",
  "jersey/screens/jersey/jersey-status.tsx",
  "jersey/screens/jersey/own-edit.tsx",
  "screens/jersey/reviewer-actions.tsx",
  "moderate/merging/bring-back.tsx",
  "moderate/merging/merging-button.tsx",
  "show/add-to-list/add-dialog.tsx",
].map((file) => join(APP, file));

/** All modules of the site that a module imports, directly or indirectly; without types. */
function modulesOf(file: string, seen = new Set<string>(), root?: string): Set<string> {
  if (seen.has(file) || (file !== root && WITH_OWN_TEXTS.includes(file))) return seen;
  seen.add(file);
  const source = readFileSync(file, "utf8");
  const imports = /(?:from|import)\s*\(?\s*"((?:\.{1,2}|#app)\/[^"]+\.tsx?)"/g;
  for (const [, specifier = ""] of source.matchAll(imports)) {
    if (specifier.includes("+types")) continue;
    const path = specifier.startsWith("#app/")
      ? join(APP, specifier.slice("#app/".length))
      : join(dirname(file), specifier);
    modulesOf(path, seen);
  }
  return seen;
}

const REQUESTED = /(?:useTranslation\(|\btranslator\([^,()]+,)\s*((?:\[[^\]]*\]|"\w+"))/g;
const namesIn = (list: string) => [...list.matchAll(/"(\w+)"/g)].map(([, name = ""]) => name);

/** The namespaces that modules ask for. */
function requestedBy(files: Iterable<string>): string[] {
  const names = [...files].flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(REQUESTED)].flatMap(([, list = ""]) => namesIn(list)),
  );
  return [...new Set(names)].filter((name) => name !== "common").sort();
}

/** The namespaces that a screen and its imported modules use. */
const shown = (module: string) =>
  requestedBy([...modulesOf(join(APP, module)), ...modulesOf(join(APP, "root.tsx"))]);

describe("loads the namespaces that a page shows", () => {
  test.each(SCREEN_NAMES)("%s", (screen) => {
    const texts: readonly string[] = SCREENS[screen].texts;
    const route = screenFile(screen);
    expect(shown(route).filter((name) => !texts.includes(name))).toEqual([]);
  });
});

describe("a part with texts of its own loads those that its pages don't carry", () => {
  const sources = new Map(
    globSync("**/*.{ts,tsx}", { cwd: APP, exclude: (name) => name.includes(".test.") }).map(
      (file) => [join(APP, file), readFileSync(join(APP, file), "utf8")],
    ),
  );
  const doorsOf = (file: string) =>
    [...sources]
      .filter(([, source]) => source.includes(`/${basename(file)}"`))
      .map(([door]) => door);
  const screens = SCREEN_NAMES.map((screen) => ({
    texts: SCREENS[screen].texts as readonly string[],
    modules: modulesOf(join(APP, screenFile(screen))),
  }));
  /** Lists of namespaces that a module loads. */
  const loadedBy = (file: string) =>
    [
      ...(sources.get(file) ?? "")
        .replaceAll(REQUESTED, "")
        .matchAll(/(?:loadMessages\([^[]*|useLazyDialog\(\s*|TEXTS[^=;]*=\s*)(\[[^\]]*\])/g),
    ].flatMap(([, list = ""]) => namesIn(list));

  const parts = WITH_OWN_TEXTS.map((file) => [relative(APP, file), file] as const);
  test.each(parts.filter(([, file]) => sources.has(file)))("%s", (_, file) => {
    const inside = modulesOf(file, new Set(), file);
    const doors = doorsOf(file);
    const carried = screens.filter(({ modules }) => doors.some((door) => modules.has(door)));
    const loaded = [file, ...doors].flatMap(loadedBy);
    const lacking = requestedBy(inside).filter(
      (name) => !loaded.includes(name) && carried.some(({ texts }) => !texts.includes(name)),
    );
    expect(lacking).toEqual([]);
  });
});

test("finds the screen of an address in any language", () => {
  expect(screenAt("/")).toBe("home");
  expect(screenAt("/pt")).toBe("home");
  expect(screenAt("/es/trends")).toBe("trends");
  expect(screenAt("/en/jersey/a/home/1998/x")).toBe("jersey");
  expect(screenAt("/jersey/x")).toBe("jerseyById");
  expect(screenAt("/en/mentions-legales")).toBe("legal");
  expect(screenAt("/nowhere")).toBeUndefined();
});

test("loads only the shared namespaces for a page that doesn't exist", () => {
  expect(textsOf("/nowhere")).toEqual(["common"]);
});
