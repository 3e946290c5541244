import { expect, test } from "vitest";

import { asFormImage } from "./draft-images.ts";

const HOUR = 3_600_000;
const kept = { id: "a", name: "a.jpg", path: "me/a.webp", blob: new Blob(["a"]), sentAt: HOUR };

test("an image that was sent need not be sent again", () => {
  expect(asFormImage(kept, 12 * HOUR)).toMatchObject({ step: "sent", path: "me/a.webp" });
});

test("after half a day it is, because its file will not be kept for ever", () => {
  const ready = { step: "ready", path: undefined, sentAt: undefined };
  expect(asFormImage(kept, 14 * HOUR)).toMatchObject(ready);
  expect(asFormImage({ ...kept, sentAt: undefined }, 14 * HOUR)).toMatchObject(ready);
});

test("one that was not sent is ready", () => {
  expect(asFormImage({ ...kept, path: undefined }, HOUR)).toMatchObject({ step: "ready" });
});
