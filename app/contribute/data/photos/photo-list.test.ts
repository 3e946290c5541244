import { describe, expect, test } from "vitest";

import {
  hasRoom,
  NO_PHOTOS,
  type PhotoAction,
  photoList,
  type PhotoList,
  sendingPhoto,
  shownPhotos,
  storedPhoto,
} from "./photo-list.ts";

type Stored = { path: string; isShown?: boolean };

const from = (list: PhotoList<Stored>, ...actions: PhotoAction<Stored>[]): PhotoList<Stored> =>
  actions.reduce(photoList<Stored>, list);
const after = (...actions: PhotoAction<Stored>[]) => from(NO_PHOTOS, ...actions);
const added = (...names: string[]): PhotoAction<Stored> => ({
  type: "added",
  files: names.map((name) => ({ id: name, name })),
});
const names = (list: PhotoList<Stored>) => list.photos.map(({ name }) => name);
const blob = new Blob(["x"], { type: "image/webp" });

test("accepts five usable images", () => {
  const names = ["a", "b", "c", "d", "e", "f"];
  const ready = (id: string): PhotoAction<Stored> => ({ type: "prepared", id, blob });
  const four = after(added(...names), ...names.slice(0, 4).map(ready));
  expect(hasRoom(four, 5)).toBe(true);
  expect(hasRoom(photoList(four, ready("e")), 5)).toBe(false);
});

test("frees the place of a bad file and leaves the others unchanged", () => {
  const list = after(
    added("good", "bad"),
    { type: "prepared", id: "good", blob },
    { type: "refused", ids: ["bad"], problem: "corrupted" },
  );
  expect(list.photos).toMatchObject([{ name: "good", step: "ready" }]);
  expect(list.refusals).toEqual([{ id: "bad", name: "bad", problem: "corrupted" }]);
  expect(photoList(list, { type: "dismissed", id: "bad" }).refusals).toEqual([]);
});

describe("order", () => {
  const list = after(added("a", "b", "c"));
  test("moves an image one step in either direction", () => {
    expect(names(photoList(list, { type: "moved", id: "c", by: -1 }))).toEqual(["a", "c", "b"]);
    expect(names(photoList(list, { type: "moved", id: "a", by: 1 }))).toEqual(["b", "a", "c"]);
  });
  test("does not move an image beyond the ends", () => {
    expect(names(photoList(list, { type: "moved", id: "a", by: -1 }))).toEqual(["a", "b", "c"]);
    expect(names(photoList(list, { type: "moved", id: "c", by: 1 }))).toEqual(["a", "b", "c"]);
  });
});

test("tracks an upload that fails and is retried", () => {
  const failed = after(
    added("a"),
    { type: "prepared", id: "a", blob },
    { type: "sending", id: "a", share: 0.5 },
    { type: "failed", id: "a", problem: "offline" },
  );
  expect(failed.photos).toMatchObject([{ step: "failed", share: 0, problem: "offline" }]);
  const sent = photoList(photoList(failed, { type: "sending", id: "a", share: 0 }), {
    type: "sent",
    id: "a",
    at: 1,
  });
  expect(sent.photos).toMatchObject([{ step: "sent", sentAt: 1, problem: undefined }]);
  expect(photoList(sent, { type: "renewed", ids: ["b"] }).photos).toMatchObject([
    { id: "b", name: "a", step: "ready", sentAt: undefined },
  ]);
});

test("ignores events of a removed image", () => {
  const list = after(added("a"), { type: "removed", id: "a" }, { type: "prepared", id: "a", blob });
  expect(list).toEqual(NO_PHOTOS);
});

test("refuses all that wait when there is no room, and none that is prepared", () => {
  const list = after(
    added("a", "b", "c"),
    { type: "prepared", id: "a", blob },
    { type: "refused", ids: ["b", "c"], problem: "tooMany" },
  );
  expect(names(list)).toEqual(["a"]);
  expect(list.refusals.map(({ id, problem }) => [id, problem])).toEqual([
    ["b", "tooMany"],
    ["c", "tooMany"],
  ]);
  expect(from(list, { type: "dismissed" }).refusals).toEqual([]);
});

describe("framed anew", () => {
  const frame = { turns: 1, part: "whole" } as const;
  const sent = after(
    added("a"),
    { type: "prepared", id: "a", blob, isSmall: true },
    { type: "sending", id: "a", share: 1 },
    { type: "sent", id: "a", at: 1, stored: { path: "me/a" } },
  );

  test("a photo is another file, which is not stored", () => {
    const list = from(sent, { type: "framed", id: "a", newId: "b", blob, frame });
    expect(list.photos).toEqual([
      { ...{ id: "b", originalId: "a", name: "a", step: "ready", share: 0, blob, frame } },
    ]);
    expect(shownPhotos(list)).toEqual([]);
  });

  test("a photo of a form that sends at once stays shown while it is sent, or if that fails", () => {
    const sending = from(sent, { type: "sending", id: "a", share: 0.5 });
    expect(shownPhotos(sending)).toMatchObject([{ stored: { path: "me/a" } }]);
    expect(sendingPhoto(sending)).toMatchObject({ name: "a", share: 0.5 });
    const stopped = from(sending, { type: "stopped", id: "a" });
    expect(stopped.photos).toMatchObject([{ step: "sent", share: 1, stored: { path: "me/a" } }]);
    expect(sendingPhoto(stopped)).toBeUndefined();
    const stored = { path: "me/b" };
    expect(from(sending, { type: "sent", id: "a", at: 2, stored, frame }).photos).toMatchObject([
      { id: "a", step: "sent", stored, frame },
    ]);
  });
});

test("a cancelled upload is ready again", () => {
  const list = after(
    added("a"),
    { type: "prepared", id: "a", blob },
    { type: "sending", id: "a", share: 0.5 },
    { type: "stopped", id: "a" },
  );
  expect(list.photos).toMatchObject([{ step: "ready", share: 0 }]);
});

test("changes what a form keeps of a stored photo, and shows others", () => {
  const list = from(NO_PHOTOS, { type: "reset", photos: [storedPhoto("a", { path: "me/a" })] });
  const changed = from(list, { type: "changed", id: "a", stored: { isShown: true } });
  expect(shownPhotos(changed).map(({ stored }) => stored)).toEqual([
    { path: "me/a", isShown: true },
  ]);
  const waiting = from(list, added("b"), { type: "changed", id: "b", stored: { isShown: true } });
  expect(waiting.photos[1]!.stored).toBeUndefined();
  expect(from(changed, { type: "reset", photos: [] }).photos).toEqual([]);
});

test("renewed photos that were not sent keep their step", () => {
  const list = after(
    added("a", "b"),
    { type: "prepared", id: "a", blob },
    { type: "renewed", ids: ["c", "d"] },
  );
  expect(list.photos.map(({ id, step }) => [id, step])).toEqual([
    ["c", "ready"],
    ["d", "preparing"],
  ]);
});
