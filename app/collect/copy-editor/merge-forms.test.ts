import { describe, expect, test } from "vitest";

import { copyFormOf } from "../domain/copies/copy-rules.ts";
import { isUntouched, mergeForms, mergePhotos } from "./merge-forms.ts";

test("keeps what was typed, and takes over what was saved elsewhere", () => {
  const base = copyFormOf({ size: "M", notes: "avant" });
  const typed = { ...base, notes: "ici", price: "10" };
  const latest = { ...base, notes: "ailleurs", size: "L" };
  const { form, changed } = mergeForms(base, typed, latest);
  expect(form).toEqual({ ...base, notes: "ici", price: "10", size: "L" });
  expect(changed).toEqual(["size", "notes"]);
});

test("knows whether anything was typed", () => {
  const base = copyFormOf({ size: "M" });
  expect(isUntouched(base, { ...base })).toBe(true);
  expect(isUntouched(base, { ...base, is_signed: true })).toBe(false);
});

describe("photos", () => {
  const photo = (path: string, is_shown = false) => ({ id: path, path, is_shown });
  const base = [photo("a"), photo("b")];
  const paths = (edited: { path: string }[], latest: ReturnType<typeof photo>[]) =>
    mergePhotos(base, edited, latest).map(({ path }) => path);

  test("that nobody touched here are those of elsewhere", () => {
    expect(paths(base, [photo("b"), photo("a")])).toEqual(["b", "a"]);
    expect(mergePhotos(base, base, [photo("a", true)])).toEqual([photo("a", true)]);
  });

  test("arranged here stay so, without those taken away elsewhere, before those that came", () => {
    const edited = [{ path: "b" }, { path: "new" }, { path: "a" }];
    expect(paths(edited, [photo("a"), photo("there")])).toEqual(["new", "a", "there"]);
  });
});
