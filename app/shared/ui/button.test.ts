import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Buttons that send a form and are disabled for a reason that nothing typed changes. */
const OTHERWISE: Record<string, string> = {
  "app/account/sign-in/auth-frame.tsx": "a captcha has no field to lead to",
  "app/curate/import/dry-run.tsx": "its words say that there is nothing to import",
  "app/shared/import/pasted-table.tsx": "while a file is read",
};

test("a button that sends a form says what it lacks, instead of being disabled", () => {
  const wrong = globSync("app/**/*.tsx").filter((file) =>
    [...readFileSync(file, "utf8").matchAll(/<Button\s([^>]|=>)*?type="submit"([^>]|=>)*?>/g)].some(
      ([tag]) => /\sdisabled=/.test(tag),
    ),
  );
  expect(wrong.toSorted()).toEqual(Object.keys(OTHERWISE));
});
