import { createClient } from "@supabase/supabase-js";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestBackend, type TestBackend } from "../support/backend.ts";
import { createMember } from "../../src/testing/accounts.ts";

let site: TestBackend;
beforeAll(async () => void (site = await startTestBackend()));
afterAll(() => site.close());

const experimental = { passkey: true, recoveryCodes: true };

const clientOf = (key = site.backend.apiKeys.anon) =>
  createClient(site.url, key, {
    auth: { persistSession: false, autoRefreshToken: false, experimental },
  }).auth;

/** The objects of the client that have its methods. */
const PLACES = [
  ...["", "mfa", "mfa.webauthn", "mfa.recoveryCodes", "oauth", "passkey"],
  ...["admin", "admin.mfa", "admin.oauth", "admin.customProviders", "admin.passkey"],
];

/** Function-valued members that are not methods: options of the client. */
const NO_METHODS = new Set(["constructor", "fetch", "logger", "lock", "navigatorLock"]);

/** Every public method of the client: `signUp`, `mfa.enroll` … */
function methodsOf(auth: object): string[] {
  return PLACES.flatMap((place) => {
    const holder = (place ? place.split(".") : []).reduce(
      (value, name) => (value as Record<string, object>)[name]!,
      auth,
    ) as Record<string, unknown>;
    const names = new Set(Object.getOwnPropertyNames(holder));
    for (
      let kind = Object.getPrototypeOf(holder);
      kind && kind !== Object.prototype;
      kind = Object.getPrototypeOf(kind)
    ) {
      for (const name of Object.getOwnPropertyNames(kind)) names.add(name);
    }
    return [...names]
      .filter((name) => !name.startsWith("_") && !NO_METHODS.has(name))
      .filter((name) => typeof holder[name] === "function" && !isPrivate(place, name))
      .map((name) => (place ? `${place}.${name}` : name));
  });
}

/** TypeScript's `private` doesn't exist at run time, so these types list the public members. */
const PUBLIC = new Set<string>();

const isPrivate = (place: string, name: string) => place === "" && !PUBLIC.has(name);

beforeAll(async () => {
  const types = join(
    import.meta.dirname,
    "../../../../node_modules/@supabase/auth-js/dist/module/GoTrueClient.d.ts",
  );
  for (const [, name] of (await readFile(types, "utf8")).matchAll(/^    ([a-z]\w*)\(/gm)) {
    PUBLIC.add(name!);
  }
});

test("the documentation names exactly the client's methods", async () => {
  const page = await readFile(join(import.meta.dirname, "../../docs/accounts.md"), "utf8");
  const table = page.slice(page.indexOf("| methods | work |"));
  const named = [...table.matchAll(/^\| (.+?) \|/gm)].flatMap(([, cell]) =>
    [...cell!.matchAll(/`([\w.]+)`/g)].map(([, name]) => name!),
  );
  expect(named.toSorted()).toEqual(methodsOf(clientOf()).toSorted());
});

test("methods that are switched off say so, to members and with the secret key", async () => {
  const auth = clientOf();
  await auth.setSession((await createMember(site)).session);
  const { admin } = clientOf(site.backend.apiKeys.service);
  const id = crypto.randomUUID();
  const client = { client_name: "x", redirect_uris: ["https://x.example/"] };
  const provider = { identifier: "custom:x", name: "x" } as never;
  const answers = [
    ...[await auth.mfa.recoveryCodes.getStatus(), await auth.mfa.recoveryCodes.generate()],
    await auth.mfa.recoveryCodes.verify({ code: "aaaa" } as never),
    ...[await auth.mfa.recoveryCodes.regenerate(), await auth.mfa.recoveryCodes.unenroll()],
    await auth.oauth.getAuthorizationDetails(id),
    await auth.oauth.approveAuthorization(id, { skipBrowserRedirect: true }),
    await auth.oauth.denyAuthorization(id, { skipBrowserRedirect: true }),
    ...[await auth.oauth.listGrants(), await auth.oauth.revokeGrant({ clientId: id })],
    ...[await admin.oauth.listClients(), await admin.oauth.createClient(client)],
    ...[await admin.oauth.getClient(id), await admin.oauth.updateClient(id, client)],
    ...[await admin.oauth.deleteClient(id), await admin.oauth.regenerateClientSecret(id)],
    await admin.customProviders.listProviders(),
    await admin.customProviders.createProvider(provider),
    await admin.customProviders.getProvider("custom:x"),
    await admin.customProviders.updateProvider("custom:x", provider),
    await admin.customProviders.deleteProvider("custom:x"),
  ];
  for (const { error } of answers) {
    expect(error).toMatchObject({ status: 404, code: "feature_disabled" });
  }
});

test("the secret key signs a user out by their token", async () => {
  const { session } = await createMember(site);
  const { admin } = clientOf(site.backend.apiKeys.service);
  expect((await admin.signOut(session.access_token, "global")).error).toBeNull();
  const { error } = await clientOf().getUser(session.access_token);
  expect(error?.name).toBe("AuthSessionMissingError");
  expect((await admin.signOut("nonsense")).error).not.toBeNull();
});
