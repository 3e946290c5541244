import { expect, test } from "vitest";

import { ownPath } from "./own-path.ts";

test.each([
  ["/soumettre", "/soumettre"],
  ["/en/submit?league=NBA#images", "/en/submit?league=NBA#images"],
  ["/a/../admin", "/admin"],
])("%s stays", (value, path) => expect(ownPath(value)).toBe(path));

test.each([
  [null],
  [""],
  ["soumettre"],
  ["https://example.org/"],
  ["//example.org"],
  ["/\\example.org"],
  ["/\t/example.org"],
  ["\\\\example.org"],
  ["javascript:alert(1)"],
])("%s leads nowhere", (value) => expect(ownPath(value)).toBeUndefined());
