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

const SESSION = "access_token=a&expires_at=5600&expires_in=3600&refresh_token=r&token_type=bearer";

test("a session in the fragment", () => {
  expect(of(`/es#${SESSION}&type=invite&sb=`)).toEqual({
    tokens: { accessToken: "a", refreshToken: "r", issuedAt: 2000, type: "invite" },
    clean: "/es",
  });
});

test.each(["access_token", "refresh_token", "expires_in", "token_type"])(
  "a session without %s is none, and nothing of it stays in the address",
  (name) => {
    const fragment = new URLSearchParams(SESSION);
    fragment.delete(name);
    expect(of(`/#${fragment}`)).toEqual({ error: { code: "bad_jwt" }, clean: "/" });
  },
);

test("one of two confirmations, and what we set out to do", () => {
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
