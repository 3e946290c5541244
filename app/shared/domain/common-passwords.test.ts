import { expect, test } from "vitest";

import { isCommon } from "./common-passwords.ts";

test.each([
  ...[
    "password",
    "Password1!",
    "motdepasse",
    "MotDePasse2024",
    "contraseña",
    "senha123",
    "azerty12",
  ],
  ...["123456", "1234567890", "987654", "aaaaaa", "121212", "abcabc", "abcdefgh", "shadow!!"],
])("refuses %s", (password) => {
  expect(isCommon(password)).toBe(true);
});

test.each(["one-photo-a-day", "tout-neuf", "correct horse", "Pa55-de-calais", "135792468"])(
  "accepts %s",
  (password) => {
    expect(isCommon(password)).toBe(false);
  },
);

test("refuses a project's own words", () => {
  expect(isCommon("Photos!!", ["photos"])).toBe(true);
  expect(isCommon("Photos!!")).toBe(false);
});
