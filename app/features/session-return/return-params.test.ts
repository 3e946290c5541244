import { expect, test } from "vitest";

import { returnParams } from "./return-params.ts";

const of = (address: string) => returnParams(new URL(address, "https://example.org"));

test.each([["/"], ["/?next=/soumettre"], ["/#tendances"], ["/en?codes=1"], ["/#code=1"]])(
  "%s is an ordinary address",
  (address) => expect(of(address)).toBeUndefined(),
);

test("a code, and what else was in the address", () => {
  expect(of("/en/auth?code=abc&mode=password&sb_flow_id=1#top")).toEqual({
    code: "abc",
    clean: "/en/auth?mode=password#top",
  });
});

test("an error in query and fragment", () => {
  expect(
    of(
      "/?error=access_denied&error_code=otp_expired#error=access_denied&error_code=otp_expired&error_description=x&sb=",
    ),
  ).toEqual({ error: { code: "otp_expired" }, clean: "/" });
  expect(of("/pt#error=access_denied&error_description=no")).toEqual({
    error: { code: "access_denied" },
    clean: "/pt",
  });
});

test("an error wins over a code", () => {
  expect(of("/?code=abc&error=server_error")).toEqual({
    error: { code: "server_error" },
    clean: "/",
  });
});
