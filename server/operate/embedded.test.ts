import { expect, test } from "vitest";

import { backendOptions } from "./embedded.ts";
import { readEnv } from "./settings/env.ts";

const authOf = (settings: Record<string, string>) =>
  backendOptions(readEnv(settings), "postgres://db/site", "https://site.example").auth;

test("accounts are open, careful with passwords, and confirmed, unless settings say otherwise", () => {
  expect(authOf({})).toMatchObject({
    disableSignUp: false,
    disableManualLinking: false,
  });
  expect(authOf({}).isCommonPassword?.("maillot1998")).toBe(true);
  expect(authOf({}).isCommonPassword?.("un-maillot-par-jour")).toBe(false);
  expect(authOf({ AUTH_PHONE: "true" }).phone).toEqual({ autoconfirm: false });
  expect(authOf({ AUTH_PASSWORD_REFUSE_COMMON: "false" })).not.toHaveProperty("isCommonPassword");
  expect(
    authOf({
      AUTH_SIGN_UP: "false",
      AUTH_MANUAL_LINKING: "false",
      AUTH_PHONE: "true",
      AUTH_PHONE_AUTOCONFIRM: "true",
    }),
  ).toMatchObject({
    disableSignUp: true,
    disableManualLinking: true,
    phone: { autoconfirm: true },
  });
});
