import { expect, test } from "vitest";

import { copyFormOf } from "../../domain/rules/copy-rules.ts";
import { isUntouched, mergeForms } from "./merge-forms.ts";

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
