import { expect, test } from "vitest";

import { returnParams } from "./return-params.ts";

const of = (address: string) => returnParams(new URL(address, "https://example.org"));

test.each([["/"], ["/?next=/soumettre"], ["/#tendances"], ["/en?codes=1"], ["/#code=1"]])(
  "%s is an ordinary address",
  (address) => expect(of(address)).toBeUndefined(),
);

test("reads a code and keeps the other parameters", () => {
  expect(of("/en/auth?code=abc&mode=password&sb_flow_id=1#top")).toEqual({
    code: "abc",
    clean: "/en/auth?mode=password#top",
  });
});

test("reads an error from query and fragment", () => {
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

test("prefers an error to a code", () => {
  expect(of("/?code=abc&error=server_error")).toEqual({
    error: { code: "server_error" },
    clean: "/",
  });
});

const SESSION = "access_token=a&expires_at=5600&expires_in=3600&refresh_token=r&token_type=bearer";

test("reads a session from the fragment", () => {
  expect(of(`/es#${SESSION}&type=invite&sb=`)).toEqual({
    tokens: { accessToken: "a", refreshToken: "r", issuedAt: 2000, type: "invite" },
    clean: "/es",
  });
});

test.each(["access_token", "refresh_token", "expires_in", "token_type"])(
  "ignores a session without %s and removes it from the address",
  (name) => {
    const fragment = new URLSearchParams(SESSION);
    fragment.delete(name);
    expect(of(`/#${fragment}`)).toEqual({ error: { code: "bad_jwt" }, clean: "/" });
  },
);

test("reads the first of two confirmations, and the purpose of the visit", () => {
  expect(of("/account?purpose=email#message=Confirmation+link+accepted&sb=")).toEqual({
    isHalfConfirmed: true,
    purpose: "email",
    clean: "/account",
  });
  expect(of("/auth?next=%2Fsubmit&purpose=login&code=abc")).toEqual({
    code: "abc",
    purpose: "login",
    clean: "/auth?next=%2Fsubmit",
  });
});
