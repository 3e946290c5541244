import { expect, test } from "vitest";

import { commonKind } from "./common-passwords.ts";

test.each([
  ...["password", "Password1!", "motdepasse", "MotDePasse2024", "contraseña", "senha123"],
  ...["azerty12", "shadow!!", "camille98", "zidane98!"],
])("says that %s is a common word, whatever is around it", (password) => {
  expect(commonKind(password)).toBe("word");
});

test.each(["maillot1998", "Maillothèque!"])("says that %s is a word of this site", (password) => {
  expect(commonKind(password)).toBe("site");
});

test.each(["123456", "1234567890", "987654", "aaaaaa", "121212", "abcdefgh"])(
  "says that %s is a sequence or a repetition",
  (password) => {
    expect(commonKind(password)).toBe("run");
  },
);

test.each([
  ...["un-maillot-par-jour", "maillotbleu", "correct horse", "Pa55-de-calais", "135792468"],
  "zidane et camille",
])("accepts %s", (password) => {
  expect(commonKind(password)).toBeUndefined();
});
