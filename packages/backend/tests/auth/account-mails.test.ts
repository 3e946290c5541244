import { createServer, type AddressInfo, type Server } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { startAnother } from "../../src/testing/test-backend.ts";
import { newAddress, PASSWORD } from "../../src/testing/accounts.ts";
import { startTestBackend, type TestBackend } from "../support/backend.ts";

/** A mail server that answers DATA with the codes in `refusals` first, and keeps what it accepts. */
let server: Server;
let received: string[] = [];
let refusals: string[] = [];
/** What it answers to the next senders, instead of taking them. */
const refusedSenders: string[] = [];
/** Sends its mails to that server. */
let site: TestBackend;

beforeAll(async () => {
  server = createServer((socket) => {
    let data: string | undefined;
    socket.write("220 ready\r\n");
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      const text = chunk.toString();
      if (data !== undefined) {
        data += text;
        if (!data.endsWith("\r\n.\r\n")) return;
        received.push(data.replaceAll("=\r\n", "").replaceAll("=3D", "="));
        data = undefined;
        socket.write("250 queued\r\n");
      } else if (/^MAIL FROM/i.test(text) && refusedSenders.length > 0) {
        socket.write(`${refusedSenders.shift()}\r\n`);
      } else if (/^DATA/i.test(text)) {
        const refusal = refusals.shift();
        if (refusal === undefined) data = "";
        socket.write(`${refusal ?? "354 go on"}\r\n`);
      } else if (/^QUIT/i.test(text)) socket.end("221 bye\r\n");
      else socket.write("250 fine\r\n");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  site = await startTestBackend({
    mail: { from: "Sample <hello@localhost>", smtpUrl: `smtp://127.0.0.1:${port}` },
  });
});
afterAll(async () => {
  await site.close();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => void ([received, refusals] = [[], []]));

/** How many mails are stored, and how many of these wait for another attempt. */
const stored = () => count("true");
const putOff = () => count("retry_at < now() + interval '1 minute'");
async function count(condition: string): Promise<number | null> {
  const found = await site.backend.pool.query(
    `select from backend.account_mails where ${condition}`,
  );
  return found.rowCount;
}
const signUp = (email: string) => site.client().auth.signUp({ email, password: PASSWORD });
/** Lets an hour pass, then restarts: a new server finds what waits. */
async function afterOutage(): Promise<void> {
  await site.backend.pool.query("update backend.account_mails set retry_at = now()");
  await site.backend.pool.query(
    "update auth.one_time_tokens set created_at = created_at - interval '1 hour 1 minute'",
  );
  const next = await startAnother(site);
  await expect.poll(() => received.length).toBeGreaterThan(0);
  await next.close();
}
const linkIn = (mail: string) => /https?:\/\/\S+\/verify\?\S+/.exec(mail)?.[0] ?? "";

test("sends at once what the mail server takes, and keeps nothing", async () => {
  const email = newAddress("quick");
  await signUp(email);
  await expect.poll(() => received.length).toBe(1);
  expect(received[0]).toContain(`To: ${email}`);
  await expect.poll(stored).toBe(0);
});

test("a confirmation outlives a mail server that is away and a restart, and its link opens the account", async () => {
  refusals.push("451 later");
  const email = newAddress("patient");
  expect((await signUp(email)).error).toBeNull();
  await expect.poll(putOff).toBe(1);
  await afterOutage();
  expect(received).toHaveLength(1);
  await expect.poll(stored).toBe(0);
  const { searchParams } = new URL(linkIn(received[0]!));
  const { data } = await site.client().auth.verifyOtp({
    token_hash: searchParams.get("token")!,
    type: "signup",
  });
  expect(data.user?.email).toBe(email);
});

test("of two mails with a link only the later one is sent", async () => {
  refusals.push("451 later", "451 later");
  const email = newAddress("impatient");
  await signUp(email);
  await site.client().auth.resend({ type: "signup", email });
  await expect.poll(putOff).toBe(2);
  await afterOutage();
  await expect.poll(stored).toBe(0);
  expect(received).toHaveLength(1);
});

test("what waits holds no secret of its link", async () => {
  refusals.push("451 later");
  const email = newAddress("secret");
  const { data } = await site
    .client(site.backend.apiKeys.service)
    .auth.admin.inviteUserByEmail(email);
  expect(data.user?.email).toBe(email);
  await expect.poll(putOff).toBe(1);
  const { rows } = await site.backend.pool.query<{ stored: string; token_hash: string }>(
    `select to_jsonb(mail)::text as stored, mail.token_hash from backend.account_mails mail
     join auth.one_time_tokens using (token_hash)`,
  );
  expect(rows).toHaveLength(1);
  await afterOutage();
  expect(rows[0]!.stored).not.toMatch(/token=|"code"/);
  expect(received[0]).not.toContain(rows[0]!.token_hash);
});

test("a mail that is refused for good, or for a day, is given up", async () => {
  refusals.push("550 no such mailbox");
  await signUp(newAddress("nobody"));
  await expect.poll(() => refusals.length).toBe(0);
  await expect.poll(stored).toBe(0);

  refusals.push("451 later", "451 later");
  await signUp(newAddress("old"));
  await expect.poll(putOff).toBe(1);
  await site.backend.pool.query(
    "update backend.account_mails set created_at = now() - interval '25 hours', retry_at = now()",
  );
  const next = await startAnother(site);
  await expect.poll(stored).toBe(0);
  await next.close();
  expect(received).toEqual([]);
});

test("a server that refuses every mail, as with a sender that it doesn't know, loses none", async () => {
  refusedSenders.push("553 sender not verified");
  await signUp(newAddress("kept"));
  await expect.poll(() => refusedSenders.length).toBe(0);
  await expect.poll(putOff).toBe(1);
  // After so many attempts, too.
  await site.backend.pool.query("update backend.account_mails set attempts = 41");
  refusedSenders.push("553 sender not verified");
  await site.backend.pool.query("update backend.account_mails set retry_at = now()");
  const next = await startAnother(site);
  await expect.poll(() => refusedSenders.length).toBe(0);
  await expect.poll(() => count("retry_at > now() + interval '5 minutes'")).toBe(1);
  await next.close();
  await site.backend.pool.query("delete from backend.account_mails");
});

test("a link to recover an account ends with another password", async () => {
  const email = newAddress("changed");
  const { auth } = site.client();
  await signUp(email);
  await expect.poll(() => received.length).toBe(1);
  const confirmation = new URL(linkIn(received[0]!)).searchParams.get("token")!;
  await auth.verifyOtp({ token_hash: confirmation, type: "signup" });
  await auth.resetPasswordForEmail(email);
  await expect.poll(() => received.length).toBe(2);
  const recovery = new URL(linkIn(received[1]!)).searchParams.get("token")!;
  expect((await auth.updateUser({ password: `${PASSWORD}-neuf` })).error).toBeNull();
  const { error } = await site.client().auth.verifyOtp({ token_hash: recovery, type: "recovery" });
  expect(error?.code).toBe("otp_expired");
});
