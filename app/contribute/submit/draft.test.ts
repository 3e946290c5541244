import { describe, expect, test } from "vitest";

import { asAttempt, asDraftImages, asForm, asFormImage, isEmpty } from "./draft.ts";
import { EMPTY_FORM } from "./rules.ts";

describe("a stored draft", () => {
  test("restores the form", () => {
    const form = { ...EMPTY_FORM, title: "Rétro" };
    expect(asForm(form)).toEqual(form);
    expect(isEmpty(form)).toBe(false);
    expect(isEmpty(EMPTY_FORM)).toBe(true);
  });

  test.each([null, [], "x", 3, undefined])("rubbish: %j", (stored) => {
    expect(asForm(stored)).toEqual(EMPTY_FORM);
    expect(asAttempt(stored)).toBeUndefined();
  });

  test("omits fields of another version", () => {
    expect(asForm({ title: "A", colour: "red", year: 1998 })).toEqual({
      ...EMPTY_FORM,
      title: "A",
    });
    expect(asAttempt({ jerseyId: "j" })).toBeUndefined();
  });

  test("restores the attempt to submit", () => {
    const attempt = { jerseyId: "j", content: "[]" };
    expect(asAttempt(attempt)).toEqual(attempt);
  });
});

const HOUR = 3_600_000;
const stored = { id: "a", name: "a.jpg", blob: new Blob(["a"]), sentAt: HOUR };

describe("an image of a draft", () => {
  test("is not uploaded again after an upload", () => {
    expect(asFormImage(stored, 12 * HOUR)).toMatchObject({ id: "a", step: "sent" });
  });

  test("is uploaded under a new id after half a day, because the old file may be deleted", () => {
    const image = asFormImage(stored, 14 * HOUR);
    expect(image).toMatchObject({ step: "ready", sentAt: undefined });
    expect(image.id).not.toBe("a");
  });

  test("is ready when it was not uploaded", () => {
    expect(asFormImage({ ...stored, sentAt: undefined }, 14 * HOUR)).toMatchObject({
      id: "a",
      step: "ready",
    });
  });

  test("has its frame and its original again, also under a new id", () => {
    const frame = { turns: 1, part: "whole" } as const;
    const [framed] = asDraftImages([
      { ...asFormImage({ ...stored, originalId: "first", frame }, HOUR), problem: "offline" },
    ]);
    expect(framed).toEqual({ ...stored, originalId: "first", frame });
    const later = asFormImage(framed!, 14 * HOUR);
    expect(later).toMatchObject({ originalId: "first", frame });
    expect(later.id).not.toBe("a");
  });

  test("is stored as soon as it is prepared", () => {
    const ready = asFormImage(stored, HOUR);
    const preparing = { id: "b", name: "b.jpg", step: "preparing", share: 0 } as const;
    expect(asDraftImages([ready, preparing])).toEqual([stored]);
  });
});
