import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

import { ROOMS } from "./rooms.ts";

const APP = join(import.meta.dirname, "../app");
const names = Object.keys(ROOMS);

interface Import {
  from: string;
  to: string;
}

const roomOf = (file: string) => file.split("/", 1)[0]!;

/** What modules of one room, or of none, import of another room, at once or later; tests aside. */
const crossing: Import[] = globSync("**/*.{ts,tsx}", { cwd: APP })
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .flatMap((from) => {
    const source = readFileSync(join(APP, from), "utf8");
    return [...source.matchAll(/(?:from|import\(|import)\s*"(\.{1,2}\/[^"?]+\.tsx?)"/g)].map(
      ([, specifier = ""]) => ({ from, to: normalize(join(dirname(from), specifier)) }),
    );
  })
  .filter(({ from, to }) => names.includes(roomOf(to)) && roomOf(from) !== roomOf(to));

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
