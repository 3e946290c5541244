import { expect, test } from "vitest";

import { readSignInMethods } from "./sign-in-methods.ts";

const read = (settings: object) =>
  readSignInMethods({
    url: "https://site.example",
    siteUrl: "https://site.example",
    anonKey: "key",
    fetch: () => Promise.resolve(Response.json(settings)),
  });

test("reads the methods that the backend offers", async () => {
  const external = { google: true, github: false, email: true, phone: true };
  expect(await read({ external, saml_enabled: true, passkeys_enabled: true })).toEqual({
    providers: ["google"],
    phone: true,
    sso: true,
    passkeys: true,
    signUp: true,
  });
});

test("reads that sign-up is switched off", async () => {
  expect(await read({ disable_signup: true })).toMatchObject({ providers: [], signUp: false });
});
