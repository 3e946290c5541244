import type { SupabaseClient } from "@supabase/supabase-js";
import { createMember, PASSWORD } from "@maillotheque/backend/testing";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestBackend, type TestBackend } from "../support/backend.ts";

let site: TestBackend;
beforeAll(async () => void (site = await startTestBackend()));
afterAll(() => site.close());

async function signIn(email: string): Promise<SupabaseClient> {
  const client = site.client();
  expect((await client.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  return client;
}

test("a member with a second factor writes only after showing it", async () => {
  const { email } = await createMember(site);
  const home = await signIn(email);
  const elsewhere = await signIn(email);
  const id = (await home.auth.getUser()).data.user!.id;
  const rename = (client: SupabaseClient, name: string) =>
    client.from("profiles").update({ display_name: name }).eq("id", id).select("display_name");
  expect((await rename(home, "Lou")).error).toBeNull();

  const { data: factor } = await elsewhere.auth.mfa.enroll({ factorType: "totp" });
  const totp = new TOTP({
    secret: Secret.fromBase32((factor as { totp: { secret: string } }).totp.secret),
  });
  const shown = await elsewhere.auth.mfa.challengeAndVerify({
    factorId: factor!.id,
    code: totp.generate(),
  });
  expect(shown.error).toBeNull();

  const refused = await rename(home, "Intrus");
  expect(refused.status).toBe(403);
  expect(refused.error).toMatchObject({ code: "42501", message: "second_factor_needed" });
  const upload = await home.storage
    .from("jerseys")
    .upload(`${id}/a.webp`, new Blob(["x"], { type: "image/webp" }));
  expect(upload.error?.message).toBe("second_factor_needed");
  expect((await rename(elsewhere, "Lou Verts")).data).toEqual([{ display_name: "Lou Verts" }]);
});
