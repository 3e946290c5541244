import { expect, test } from "vitest";

import { originDigest, readForm, takesForms } from "./forms.ts";

const TYPE = "application/x-www-form-urlencoded";

const sent = (headers: Record<string, string>, body = "a=1") =>
  readForm(
    new Request("http://site.example/signaler", {
      method: "POST",
      headers: { "content-type": TYPE, "content-length": String(body.length), ...headers },
      body,
    }),
  );

test("takes an ordinary form", async () => {
  expect(await sent({})).toMatchObject({ body: "a=1" });
});

test.each([
  [403, { "sec-fetch-site": "cross-site" }],
  [415, { "content-type": "text/plain" }],
  [413, { "content-length": "40000" }],
  [413, { "content-length": "x" }],
] as const)("refuses with %i what has %j", async (status, headers) => {
  expect(await sent(headers)).toMatchObject({ status });
});

test("only the report screen takes forms, in every language", () => {
  const paths = ["/signaler", "/en/report", "/es/denunciar", "/pt/denunciar", "/", "/auth"];
  expect(paths.map(takesForms)).toEqual([true, true, true, true, false, false]);
});

test("an IPv6 network is one origin", () => {
  const networks = ["2001:db8:1::1", "2001:db8:1::2", "2001:db8:1:7::1", "2001:db8:1:ffff::1"];
  expect(new Set(networks.map(originDigest)).size).toBe(1);
  expect(originDigest("2001:db8:1::1")).not.toBe(originDigest("2001:db8:2::1"));
  expect(originDigest("::ffff:192.0.2.1")).not.toBe(originDigest("::ffff:192.0.2.2"));
  expect(originDigest("192.0.2.1")).not.toBe(originDigest("192.0.2.2"));
});
