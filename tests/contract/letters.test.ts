import { createMailTransport, type MailTransport, silentLogger } from "@maillotheque/backend";
import { createPool, mailsTo } from "@maillotheque/backend/testing";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { LANGUAGES } from "../../app/shared/i18n/languages.ts";
import type { LetterClaim } from "../../server/mail/claims.ts";
import { databaseQueue, projectQueue, type QueueClient } from "../../server/mail/queue.ts";
import { LETTER_QUEUE } from "../../server/mail/queues.ts";
import { sendDueMails } from "../../server/mail/send.ts";
import { MAIL_TEXTS } from "../../server/mail/texts/texts.ts";
import { unsubscribeRoute } from "../../server/mail/unsubscribe.ts";
import { startTestBackend, type TestBackend } from "../support/backend.ts";

const SITE_URL = "https://maillotheque.example";

let site: TestBackend;
let outbox: MailTransport;
let team: string;

const query = async (text: string, values: unknown[] = []) =>
  (await site.backend.pool.query(text, values)).rows;

beforeAll(async () => {
  site = await startTestBackend();
  outbox = createMailTransport(
    { dataDir: site.dataDir, mail: { from: "a@example.org" } },
    silentLogger,
  );
  await query("insert into seasons (code, name) values ('2024-25', '2024-2025')");
  [{ id: team }] = await query(
    `with league as (
       insert into competitions (league, name) values ('SOCCER', 'Ligue 1') returning id)
     insert into teams (name, competition_id) select 'Red Star', id from league returning id`,
  );
  await query(
    `insert into jerseys (league, competition_id, season_id, team_id, title, status)
     select 'SOCCER', team.competition_id, season.id, team.id, 'Maillot vert', 'approved'
     from teams team, seasons season where team.id = $1 and season.code = '2024-25'`,
    [team],
  );
  // As if a reviewer had approved it.
  await query("update private.arrivals set is_bulk = false");
});
afterAll(() => site.close());
beforeEach(() => query("delete from letters"));

/** A member who wants the letter since last week, for a team with a new jersey. */
async function reader(lang = "fr") {
  const [id, email] = [randomUUID(), `${randomUUID()}@example.org`];
  await query(
    `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
     values ($1, $2, now(), jsonb_build_object('lang', $3::text))`,
    [id, email, lang],
  );
  await query("insert into follows (member_id, target_type, target_id) values ($1, 'team', $2)", [
    id,
    team,
  ]);
  const [{ key }] = await query(
    `insert into letters (member_id, is_wanted, week, covered_until)
     values ($1, true, private.letter_week() - 7, now() - interval '7 days') returning key`,
    [id],
  );
  return { id, email, key };
}

type Letters = QueueClient<LetterClaim>;
const ownQueue = (pool = site.backend.pool) => databaseQueue(LETTER_QUEUE, pool);
const send = (queue: Letters = ownQueue(), transport = outbox) =>
  sendDueMails(LETTER_QUEUE, queue, {
    transport,
    siteUrl: SITE_URL,
    log: silentLogger as never,
  });

test.each(LANGUAGES)("a member gets the letter of the week once, in %s", async (lang) => {
  const ana = await reader(lang);
  expect(await send()).toBe(1);
  expect(await send()).toBe(0);
  const [mail, ...others] = await mailsTo(site, ana.email);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    kind: "letter-weekly",
    subject: MAIL_TEXTS[lang].letters.kinds.weekly.subject,
  });
  expect(mail!.text).toContain("Maillot vert");
  expect(mail!.text).toContain(`/letters/${ana.key}/stop?lang=${lang}`);
  expect(await query("select problem, covered_until = claimed_at as covered from letters")).toEqual(
    [{ problem: null, covered: true }],
  );
});

test("nobody gets a second letter of a week from a sender that died", async () => {
  const ana = await reader();
  const queue = ownQueue();
  const dying: Letters = { ...queue, settle: () => Promise.reject(new Error("killed")) };
  await expect(send(dying)).rejects.toThrow("killed");
  expect(await send()).toBe(0);
  expect(await mailsTo(site, ana.email)).toHaveLength(1);
});

test("a sender that is stopped gives back what it claimed and didn't send", async () => {
  await Promise.all([reader(), reader(), reader()]);
  const stop = new AbortController();
  const stopping: MailTransport = {
    ...outbox,
    deliver: async (mail) => {
      stop.abort();
      await outbox.deliver(mail);
    },
  };
  const sending = { transport: stopping, siteUrl: SITE_URL, log: silentLogger as never };
  expect(await sendDueMails(LETTER_QUEUE, ownQueue(), { ...sending, stop: stop.signal })).toBe(1);
  await query("update letters set retry_at = now() where retry_at is not null");
  expect(await send()).toBe(2);
});

test("several servers send each letter once", async () => {
  const readers = await Promise.all(Array.from({ length: 70 }, () => reader()));
  const pools = [1, 2, 3].map(() => createPool({ url: site.databaseUrl, log: silentLogger }));
  const sent = await Promise.all(pools.map((pool) => send(ownQueue(pool))));
  await Promise.all(pools.map((pool) => pool.end()));
  expect(sent.reduce((sum, count) => sum + count)).toBe(70);
  for (const { email } of readers) expect(await mailsTo(site, email)).toHaveLength(1);
});

test.each<[string, object, boolean]>([
  ["refused for now", { responseCode: 451 }, true],
  ["refused for good", { responseCode: 550 }, false],
  ["of which nobody knows whether it left", { command: "DATA" }, false],
])("a letter %s is or isn't tried again", async (_, problem, isAgain) => {
  await reader();
  const failing: MailTransport = {
    async check() {},
    deliver: () => Promise.reject(Object.assign(new Error("failed"), problem)),
    close() {},
  };
  expect(await send(undefined, failing)).toBe(0);
  expect(await query("select retry_at is not null as again from letters")).toEqual([
    { again: isAgain },
  ]);
  await query("update letters set retry_at = now() where retry_at is not null");
  expect(await send()).toBe(isAgain ? 1 : 0);
});

test("a hosted project is served through its interface, only with the secret key", async () => {
  const ana = await reader();
  await expect(send(projectQueue(LETTER_QUEUE, site.client()))).rejects.toMatchObject({
    code: "42501",
  });
  expect(await send(projectQueue(LETTER_QUEUE, site.client(site.backend.apiKeys.service)))).toBe(1);
  expect(await mailsTo(site, ana.email)).toHaveLength(1);
});

describe("the address that ends the letters", () => {
  const app = () => {
    const { apiKeys, fetch } = site.backend;
    return unsubscribeRoute(() => ({
      url: "",
      siteUrl: SITE_URL,
      anonKey: apiKeys.anon,
      fetch: (request) => fetch(request as Request),
    }));
  };
  const isWanted = async () => (await query("select is_wanted from letters"))[0].is_wanted;

  test("ends them by one press of a mail program", async () => {
    const { key } = await reader();
    const posted = await app().request(`/letters/${key}/stop`, {
      method: "POST",
      body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
    });
    expect([posted.status, await posted.text()]).toEqual([200, "ok\n"]);
    expect(await isWanted()).toBe(false);
  });

  test("ends the daily mail to reviewers in the same way", async () => {
    const { email } = await reader();
    const [{ key }] = await query(
      "insert into review_mails (member_id) select id from auth.users where email = $1 returning key",
      [email],
    );
    const address = `/reviews/${key}/stop?lang=en`;
    const page = await (await app().request(address)).text();
    expect(page).toContain(MAIL_TEXTS.en.reviews.stopped.question);
    const hours = () => query("select hour from review_mails where key = $1", [key]);
    expect(await hours()).toEqual([{ hour: 8 }]);
    await app().request(address, { method: "POST" });
    expect(await hours()).toEqual([{ hour: null }]);
  });

  test.each(LANGUAGES)(
    "shows one button to people, in %s, and changes nothing before",
    async (lang) => {
      const { key } = await reader();
      const address = `/letters/${key}/stop?lang=${lang}`;
      const opened = await app().request(address);
      expect(opened.headers.get("cache-control")).toBe("no-store");
      const page = await opened.text();
      expect(page).toContain(`<html lang="${lang}">`);
      expect(page).toContain('<form method="post">');
      expect(await isWanted()).toBe(true);
      const posted = await app().request(address, {
        method: "POST",
        headers: { accept: "text/html" },
      });
      expect(await posted.text()).toContain(MAIL_TEXTS[lang].letters.stopped.done);
      expect(await isWanted()).toBe(false);
    },
  );

  test.each([randomUUID(), "-".repeat(36)])("reveals nothing about %s", async (key) => {
    const answer = await app().request(`/letters/${key}/stop`, { method: "POST" });
    expect([answer.status, await answer.text()]).toEqual([200, "ok\n"]);
  });

  test("asks to retry while the backend is away", async () => {
    const away = unsubscribeRoute(() => undefined);
    const answer = await away.request(`/letters/${randomUUID()}/stop`, { method: "POST" });
    expect(answer.status).toBe(503);
  });
});
