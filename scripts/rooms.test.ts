import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { expect, test } from "vitest";

import { ROOMS } from "./rooms.ts";

const APP = join(import.meta.dirname, "../app");
const names = Object.keys(ROOMS);

interface Import {
  from: string;
  to: string;
}

const roomOf = (file: string) => file.split("/", 1)[0]!;

/** What modules import, at once or later; tests aside. Paths are those in `app/`. */
const imports: Import[] = globSync("{.,../server,../scripts,../vite}/**/*.{ts,tsx}", { cwd: APP })
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .flatMap((from) => {
    const source = readFileSync(join(APP, from), "utf8");
    const folder = join(APP, dirname(from));
    return [
      ...source.matchAll(/(?:from|import\(|import|URL\()\s*"(\.{1,2}\/[^"?]+\.tsx?)(?:\?\w+)?"/g),
    ].map(([, specifier = ""]) => ({
      from: normalize(from),
      to: relative(APP, join(folder, specifier)),
    }));
  });

/** Those that lead from one room, or from none, into another room. */
const crossing = imports.filter(
  ({ from, to }) =>
    !from.startsWith("../") && names.includes(roomOf(to)) && roomOf(from) !== roomOf(to),
);

/** Where rooms are put together: they may use every face. */
const joins = (file: string) => !file.includes("/") || /\/(screens|resources)\//.test(file);

// The linter sees no `import()`.
test("a room is entered by its face, later too", () => {
  const inside = crossing.filter(({ to }) => {
    const room = roomOf(to);
    return !ROOMS[room]!.face.includes(to.slice(room.length + 1));
  });
  expect(inside).toEqual([]);
});

test("parts, data and rules use only the rooms below theirs, later too", () => {
  const unlisted = crossing.filter(
    ({ from, to }) => !joins(from) && !ROOMS[roomOf(from)]?.uses.includes(roomOf(to)),
  );
  expect(unlisted).toEqual([]);
});

test("each room stands above those that it uses", () => {
  for (const [n, name] of names.entries()) {
    expect(names.slice(0, n)).toEqual(expect.arrayContaining([...ROOMS[name]!.uses]));
  }
});

test.each(names)("%s has a face of which each module is used by others", (room) => {
  const used = new Set(crossing.map(({ to }) => to));
  const unused = ROOMS[room]!.face.filter((file) => !used.has(`${room}/${file}`));
  expect(unused).toEqual([]);
  expect(ROOMS[room]!.face.filter((file) => !existsSync(join(APP, room, file)))).toEqual([]);
});

test("every folder of app/ is a room, shared, or the list of texts", () => {
  const folders = globSync("*/", { cwd: APP }).map((path) => path.replace(/\/$/, ""));
  expect(folders.toSorted()).toEqual([...names, "messages", "shared"].toSorted());
});

/** What lies in `app/shared/` for another reason than its users. */
const NO_ROOM: Record<string, string> = {
  "shared/data/search/":
    "the search belongs to browse, but an import of copies below it asks it too",
  "shared/browser/open-search.ts":
    "the search belongs to browse, but an empty collection below it opens it",
  "shared/domain/found-text.ts": "the same",
  "shared/domain/named.ts": "the same",
  "shared/domain/search-query.ts": "the same",
  "shared/ui/lucide-icon.ts": "the build puts it in place of the icons' own (vite/plain-icons.ts)",
};

/** Who uses a module, through others of `app/shared/` too: rooms, or what stands above them. */
function usersOf(module: string): Set<string> {
  const users = new Set<string>();
  const seen = new Set([module]);
  // The set grows during the loop.
  for (const used of seen) {
    for (const { from } of imports.filter(({ to }) => to === used)) {
      if (roomOf(from) === "shared") seen.add(from);
      else users.add(names.includes(roomOf(from)) ? roomOf(from) : "above");
    }
  }
  return users;
}

test("app/shared/ is what three rooms use, or two of which neither may use the other", () => {
  const misplaced = globSync("shared/**/*.{ts,tsx}", { cwd: APP })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .filter((file) => !Object.keys(NO_ROOM).some((path) => file.startsWith(path)))
    .map((file) => ({ file, users: [...usersOf(file)] }))
    .filter(({ users }) => {
      if (users.includes("above") || users.length > 2) return false;
      const homes = users.filter((room) =>
        users.every((other) => other === room || ROOMS[other]!.uses.includes(room)),
      );
      return homes.length > 0 || users.length === 0;
    });
  expect(misplaced).toEqual([]);
});
