import { describe, expect, test } from "vitest";

import { hasRoom, type ImageAction, imageList, type ImageList, NO_IMAGES } from "./image-list.ts";

const after = (...actions: ImageAction[]): ImageList => actions.reduce(imageList, NO_IMAGES);
const added = (...names: string[]): ImageAction => ({
  type: "added",
  files: names.map((name) => ({ id: name, name })),
});
const names = (list: ImageList) => list.images.map(({ name }) => name);
const blob = new Blob(["x"], { type: "image/webp" });

test("accepts five usable images", () => {
  const names = ["a", "b", "c", "d", "e", "f"];
  const ready = (id: string): ImageAction => ({ type: "prepared", id, blob });
  const four = after(added(...names), ...names.slice(0, 4).map(ready));
  expect(hasRoom(four)).toBe(true);
  expect(hasRoom(imageList(four, ready("e")))).toBe(false);
});

test("frees the place of a bad file and leaves the others unchanged", () => {
  const list = after(
    added("good", "bad"),
    { type: "prepared", id: "good", blob },
    { type: "refused", id: "bad", problem: "corrupted" },
  );
  expect(list.images).toMatchObject([{ name: "good", step: "ready" }]);
  expect(list.refusals).toEqual([{ id: "bad", name: "bad", problem: "corrupted" }]);
  expect(imageList(list, { type: "dismissed", id: "bad" }).refusals).toEqual([]);
});

describe("order", () => {
  const list = after(added("a", "b", "c"));
  test("moves an image one step in either direction", () => {
    expect(names(imageList(list, { type: "moved", id: "c", by: -1 }))).toEqual(["a", "c", "b"]);
    expect(names(imageList(list, { type: "moved", id: "a", by: 1 }))).toEqual(["b", "a", "c"]);
  });
  test("does not move an image beyond the ends", () => {
    expect(names(imageList(list, { type: "moved", id: "a", by: -1 }))).toEqual(["a", "b", "c"]);
    expect(names(imageList(list, { type: "moved", id: "c", by: 1 }))).toEqual(["a", "b", "c"]);
  });
});

test("tracks an upload that fails and is retried", () => {
  const failed = after(
    added("a"),
    { type: "prepared", id: "a", blob },
    { type: "sending", id: "a", share: 0.5 },
    { type: "failed", id: "a", problem: "offline" },
  );
  expect(failed.images).toMatchObject([{ step: "failed", share: 0, problem: "offline" }]);
  const sent = imageList(imageList(failed, { type: "sending", id: "a", share: 0 }), {
    type: "sent",
    id: "a",
    at: 1,
  });
  expect(sent.images).toMatchObject([{ step: "sent", sentAt: 1, problem: undefined }]);
  expect(imageList(sent, { type: "renewed", ids: ["b"] }).images).toMatchObject([
    { id: "b", name: "a", step: "ready", sentAt: undefined },
  ]);
});

test("ignores events of a removed image", () => {
  const list = after(added("a"), { type: "removed", id: "a" }, { type: "prepared", id: "a", blob });
  expect(list).toEqual(NO_IMAGES);
});
