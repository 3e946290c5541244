import { expect, test } from "vitest";

import { localPath } from "./local-path.ts";

test.each([
  ["/soumettre", "/soumettre"],
  ["/en/submit?league=NBA#images", "/en/submit?league=NBA#images"],
  ["/a/../admin", "/admin"],
])("accepts %s", (value, path) => expect(localPath(value)).toBe(path));

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
  ["/.//example.org"],
  ["/..//example.org"],
  ["/%2e//example.org"],
  ["/a/..//example.org"],
  ["/.\\/example.org"],
  ["/./\t/example.org"],
])("refuses %s", (value) => expect(localPath(value)).toBeUndefined());
