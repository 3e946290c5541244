import { expect, test } from "vitest";

import { imageSet, imageUrl, storedPath, storedUrl } from "./image-url.ts";

test("requests a square image of the displayed width", () => {
  expect(imageUrl("", "u1/a.webp", { width: 320 })).toBe(
    "/storage/v1/render/image/public/jerseys/u1/a.webp?width=320&height=320&quality=75",
  );
});

test("uses the origin of a hosted backend", () => {
  const url = imageUrl("https://x.supabase.co", "a.webp", { width: 160, fit: "contain" });
  expect(url).toMatch(/^https:\/\/x\.supabase\.co\/storage\/.*resize=contain/);
});

test("encodes file names and keeps their folders", () => {
  expect(imageUrl("", "u 1/été & #2?.webp", { width: 160 })).toContain(
    "/jerseys/u%201/%C3%A9t%C3%A9%20%26%20%232%3F.webp?",
  );
});

test("orders a source set from the smallest width to the largest", () => {
  const widths = imageSet("", "a.webp", { largest: 480 }).match(/\d+w/g);
  expect(widths).toEqual(["160w", "320w", "480w"]);
  const card = imageSet("", "a.webp", { smallest: 320, largest: 640 }).match(/\d+w/g);
  expect(card).toEqual(["320w", "480w", "640w"]);
});

test("finds the file behind a public address", () => {
  const file = "/storage/v1/object/public/jerseys/me/a%20b.webp";
  expect(storedPath(`https://site.test${file}?v=1`)).toBe("me/a b.webp");
  expect(storedPath(file)).toBe("me/a b.webp");
  expect(storedPath("https://elsewhere.test/a.webp")).toBeUndefined();
});

test("addresses a file without a host, so that any name of the site is right", () => {
  expect(storedUrl("me/a b.webp")).toBe("/storage/v1/object/public/jerseys/me/a%20b.webp");
  expect(storedPath(storedUrl("me/a b.webp"))).toBe("me/a b.webp");
});

test("finds no file behind an address that only contains one", () => {
  const file = "/storage/v1/object/public/jerseys/me/a.webp";
  expect(storedPath(`https://elsewhere.test/?${file}`)).toBeUndefined();
  expect(storedPath(`/elsewhere${file}`)).toBeUndefined();
});
