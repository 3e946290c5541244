import { Hono } from "hono";
import { expect, test } from "vitest";

import { clientAddress } from "./client-address.ts";
import { collapseSlashes, isWellFormed, languagePrefix } from "./paths.ts";

test.each([
  ["/", ""],
  ["/en", "/en"],
  ["/es/deportes", "/es"],
  ["/pt/", "/pt"],
  ["/en?page=2", "/en"],
  ["/fr", ""],
  ["/english", ""],
])("the language prefix of %s is %j", (path, prefix) => {
  expect(languagePrefix(path)).toBe(prefix);
});

test.each(["/%", "/%E0%A4%A", "/a%00b", "/a%0d%0ab", "/%ff"])("refuses %s", (path) => {
  expect(isWellFormed(path)).toBe(false);
});

test("accepts letters of any language", () => {
  expect(isWellFormed("/jersey/%C3%A9toile/maillot")).toBe(true);
});

test("joins slashes that could be read as another host", async () => {
  const app = new Hono().use(collapseSlashes()).get("*", (c) => c.text(c.req.path));
  const moved = await app.request("http://site.test//evil.example//x?y=//z");
  expect(moved.status).toBe(308);
  expect(moved.headers.get("location")).toBe("/evil.example/x?y=//z");
  expect((await app.request("http://site.test/a/b")).status).toBe(200);
});

test("takes the client's address from the proxy only if it is trusted", () => {
  const headers = new Headers({ "x-forwarded-for": "203.0.113.9, 198.51.100.7" });
  expect(clientAddress(headers, undefined, true)).toBe("198.51.100.7");
  expect(clientAddress(headers, undefined, false)).toBe("");
});

test.each([
  ["192.0.2.1:50123", "192.0.2.1"],
  ["203.0.113.9, 192.0.2.1:50123", "192.0.2.1"],
  ["[2001:db8::1]:50123", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["2001:db8::1", "2001:db8::1"],
  ["unknown", "unknown"],
])("%s comes from %s, whatever the port", (forwarded, address) => {
  const headers = new Headers({ "x-forwarded-for": forwarded });
  expect(clientAddress(headers, undefined, true)).toBe(address);
});
