import {
  createMailTransport,
  type MailMessage,
  type MailTransport,
  silentLogger,
} from "@maillotheque/backend";
import { createPool } from "@maillotheque/backend/testing";
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import type { VisitorReport } from "../../app/shared/data/backend-access.ts";
import { unsubscribeRoute } from "../../server/mail/unsubscribe.ts";
import type { NoticeClaim } from "../../server/mail/claims.ts";
import { databaseQueue, projectQueue, type QueueClient } from "../../server/mail/queue.ts";
import { NOTICE_QUEUE } from "../../server/mail/queues.ts";
import { sendDueMails } from "../../server/mail/send.ts";
import { projectReports } from "../../server/pages/visitor-reports/project-reports.ts";
import { startTestBackend, type TestBackend } from "../support/backend.ts";
import { mailsTo } from "@maillotheque/backend/testing";

const SITE_URL = "https://maillotheque.example";

let site: TestBackend;
let outbox: MailTransport;
let season: string;
let competition: string;

const query = async (text: string, values: unknown[] = []) =>
  (await site.backend.pool.query(text, values)).rows;

beforeAll(async () => {
  site = await startTestBackend();
  outbox = createMailTransport(
    { dataDir: site.dataDir, mail: { from: "a@example.org" } },
    silentLogger,
  );
  [{ id: season }] = await query(
    "insert into seasons (code, name) values ('2024-25', '2024-2025') returning id",
  );
  [{ id: competition }] = await query(
    "insert into competitions (league, name) values ('SOCCER', 'Ligue 1') returning id",
  );
});
afterAll(() => site.close());
beforeEach(() => query("delete from notice_mails"));

/** A member with a unique address. */
async function member(account: Record<string, unknown> = {}) {
  const [id, email] = [randomUUID(), `${randomUUID()}@example.org`];
  const row = { id, email, email_confirmed_at: new Date(), ...account };
  const columns = Object.keys(row);
  await query(
    `insert into auth.users (${columns.join(", ")}) values (${columns.map((_, n) => `$${n + 1}`).join(", ")})`,
    Object.values(row),
  );
  return { id, email };
}

/** Rejects a newly submitted jersey of the member. */
async function notify({ id }: { id: string }, note = "Photo floue"): Promise<void> {
  const [jersey] = await query(
    `insert into jerseys (author_id, league, competition_id, season_id, team, title)
     values ($1, 'SOCCER', $2, $3, 'Red Star', 'Maillot vert') returning id`,
    [id, competition, season],
  );
  await query("update jerseys set status = 'rejected', moderation_note = $2 where id = $1", [
    jersey.id,
    note,
  ]);
}

type NoticeQueue = QueueClient<NoticeClaim>;
const ownQueue = (pool = site.backend.pool) => databaseQueue(NOTICE_QUEUE, pool);

const send = (queue: NoticeQueue = ownQueue(), transport = outbox) =>
  sendDueMails(NOTICE_QUEUE, queue, {
    transport,
    siteUrl: SITE_URL,
    log: silentLogger as never,
  });

const makeDue = () => query("update notice_mails set retry_at = now()");
const state = () => query("select attempts, problem, retry_at > now() as later from notice_mails");

test("a member gets a mail in their language, with the moderator's words", async () => {
  const ana = await member({ raw_user_meta_data: { lang: "pt" } });
  await notify(ana, "A foto está desfocada.");
  expect(await send()).toBe(1);
  const [mail, ...others] = await mailsTo(site, ana.email);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    kind: "jersey-rejected",
    subject: "Sua camisa não foi aprovada: Maillot vert",
    link: `${SITE_URL}/pt/account/contributions`,
  });
  expect(mail!.text).toContain("A foto está desfocada.");
  expect(await state()).toEqual([]);
  expect(await send()).toBe(0);
});

test.each<[string, Record<string, unknown>]>([
  ["an address that was never confirmed", { email_confirmed_at: null }],
  ["no address", { email: null }],
  ["a suspended account", { banned_until: "2100-01-01" }],
])("%s gets no mail", async (_, account) => {
  const { id } = await member(account);
  await notify({ id });
  await notify(await member());
  expect(await send()).toBe(1);
  expect(await state()).toEqual([]);
});

test("a member who switches mails off meanwhile gets no mail, but keeps the notice", async () => {
  const ana = await member();
  await notify(ana);
  await query(
    "insert into notice_settings (user_id, topic, by_mail) values ($1, 'jersey', false)",
    [ana.id],
  );
  expect(await send()).toBe(0);
  expect(await mailsTo(site, ana.email)).toEqual([]);
  expect(await query("select outcome from notices where recipient_id = $1", [ana.id])).toEqual([
    { outcome: "rejected" },
  ]);
});

test("another sender repeats the mail of one that died after sending, under the same id", async () => {
  const ana = await member();
  await notify(ana);
  const queue = ownQueue();
  const dying: NoticeQueue = { ...queue, settle: () => Promise.reject(new Error("killed")) };
  await expect(send(dying)).rejects.toThrow("killed");
  expect(await send()).toBe(0); // claimed, for all the others know
  await makeDue();
  expect(await send()).toBe(1);
  const [first, second, ...others] = await mailsTo(site, ana.email);
  expect(others).toEqual([]);
  expect(first!.messageId).toMatch(/^<[0-9a-f]{32}@maillotheque\.example>$/);
  expect(second!.messageId).toBe(first!.messageId);
});

test("several servers send each mail once", async () => {
  const ana = await member();
  for (let n = 0; n < 15; n += 1) await notify(ana);
  const pools = [1, 2, 3].map(() => createPool({ url: site.databaseUrl, log: silentLogger }));
  const sent = await Promise.all(pools.map((pool) => send(ownQueue(pool))));
  await Promise.all(pools.map((pool) => pool.end()));
  expect(sent.reduce((sum, count) => sum + count)).toBe(15);
  const ids = (await mailsTo(site, ana.email)).map(({ messageId }) => messageId);
  expect(ids).toHaveLength(15);
  expect(new Set(ids).size).toBe(15);
});

describe("an undeliverable mail", () => {
  /** Refuses with this SMTP code. */
  const refusing = (responseCode: number, letters: MailMessage[] = []): MailTransport => ({
    async check() {},
    async deliver(letter) {
      letters.push(letter);
      throw Object.assign(new Error("refused"), { responseCode });
    },
    close() {},
  });

  test("is retried later, ten times, without delaying other mails", async () => {
    await notify(await member());
    const letters: MailMessage[] = [];
    const transport = refusing(451, letters);
    expect(await send(undefined, transport)).toBe(0);
    expect(await state()).toEqual([{ attempts: 1, problem: "Error: refused", later: true }]);
    const bob = await member();
    await notify(bob);
    expect(await send()).toBe(1);
    expect(await mailsTo(site, bob.email)).toHaveLength(1);
    for (let n = 0; n < 12; n += 1) {
      await makeDue();
      await send(undefined, transport);
    }
    expect(letters).toHaveLength(10);
    expect(await state()).toMatchObject([{ attempts: 10 }]);
  });

  test("is not retried after a permanent refusal", async () => {
    await notify(await member());
    const letters: MailMessage[] = [];
    await send(undefined, refusing(550, letters));
    await makeDue();
    await send(undefined, refusing(550, letters));
    expect(letters).toHaveLength(1);
  });
});

test("a hosted project is served through its interface, only with the secret key", async () => {
  const ana = await member();
  await notify(ana);
  await expect(send(projectQueue(NOTICE_QUEUE, site.client()))).rejects.toMatchObject({
    code: "42501",
  });
  expect(await send(projectQueue(NOTICE_QUEUE, site.client(site.backend.apiKeys.service)))).toBe(1);
  expect(await mailsTo(site, ana.email)).toHaveLength(1);
  expect(await state()).toEqual([]);
});

describe("npm run jobs", () => {
  const run = (env: Record<string, string>) => {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const settings = {
      PATH,
      NODE_COMPILE_CACHE,
      DATA_DIR: site.dataDir,
      LOG_LEVEL: "warn",
      ...env,
    };
    return promisify(execFile)(process.execPath, ["server/cli/jobs.ts"], { env: settings });
  };
  const project = () => ({
    SUPABASE_URL: site.url,
    SUPABASE_ANON_KEY: site.backend.apiKeys.anon,
    SITE_URL,
  });

  test("sends what is due, cleans up, and exits", async () => {
    const ana = await member({ raw_user_meta_data: { lang: "es" } });
    await notify(ana);
    const bob = await member();
    await notify(bob);
    await query(
      "update notices set created_at = now() - interval '2 years' where recipient_id = $1",
      [bob.id],
    );
    await query(
      "delete from notice_mails using notices where id = notice_id and recipient_id = $1",
      [bob.id],
    );
    const env = { ...project(), SUPABASE_SERVICE_KEY: site.backend.apiKeys.service };
    expect((await run(env)).stdout).toContain("mails about decisions: 1\n");
    expect(await mailsTo(site, ana.email)).toMatchObject([{ kind: "jersey-rejected" }]);
    expect(await query("select from notices where recipient_id = $1", [bob.id])).toEqual([]);
    expect((await run(env)).stdout).toContain("mails about decisions: 0\n");
  });

  test("opens the form for reports without an account, and mails them", async () => {
    const reports = projectReports(site.url, site.backend.apiKeys.anon);
    const ana = await member();
    await notify(ana);
    const [jersey] = await query(
      "update jerseys set status = 'approved', moderation_note = null where author_id = $1 returning id",
      [ana.id],
    );
    await query("delete from notice_mails");
    const report: VisitorReport = {
      target: { type: "jersey", id: jersey.id },
      category: "other",
      reason: "Doublon.",
      name: null,
      email: `${randomUUID()}@example.org`,
      lang: "pt",
      captchaToken: undefined,
    };
    // An earlier run of the job has opened it.
    await query("delete from private.visitor_report_intake");
    expect(await reports.file(report, "a")).toBe("unavailable");
    const env = { ...project(), SUPABASE_SERVICE_KEY: site.backend.apiKeys.service };
    await run(env);
    expect(await reports.isOpen()).toBe(true);
    expect(await reports.file(report, "a")).toBeUndefined();
    expect((await run(env)).stdout).toContain("mails about visitors' reports: 1\n");
    const [mail] = await mailsTo(site, report.email);
    expect(mail!.text).not.toContain("Doublon.");
    const token = /\?confirm=([0-9a-f]{64})/.exec(mail!.text)![1]!;
    expect(await reports.confirm("x")).toBe("token");
    expect(await reports.confirm(token)).toBeUndefined();
    expect(await query("select reason from reports where reporter_id is null")).toEqual([
      { reason: "Doublon." },
    ]);
  });

  test("brings votes into the catalogue, and their sum up to date", async () => {
    const [{ id }] = await query(
      `insert into jerseys (league, competition_id, season_id, team, title, status)
       select league_of.sport, league_of.id, seasons.id, 'Lens', 'Settled', 'approved'
       from (select id, sport from competitions where is_active limit 1) league_of,
         (select id from seasons where is_active limit 1) seasons returning id`,
    );
    await query(
      `with voters as (
         insert into auth.users (id, email, email_confirmed_at, created_at)
         select id, id || '@example.test', now(), now() - interval '2 days'
         from (select gen_random_uuid() as id from generate_series(1, 12)) made returning id)
       insert into jersey_votes (jersey_id, voter_id, vote) select $1, id, 'up' from voters`,
      [id],
    );
    const env = { ...project(), SUPABASE_SERVICE_KEY: site.backend.apiKeys.service };
    await run(env);
    expect(
      await query("select best from private.catalogue_entries where jersey_id = $1", [id]),
    ).toEqual([{ best: 12 }]);
    expect(await query("select from private.changes where id = $1", [id])).toEqual([]);
    expect(await query("select upvotes::int from vote_totals()")).toEqual([{ upvotes: 12 }]);
  });

  test.each<[string, Record<string, string>, RegExp]>([
    ["no key", {}, /^needs .*SUPABASE_SERVICE_KEY.*\n$/],
    ["a key of nobody's", { SUPABASE_SERVICE_KEY: "nonsense" }, /^SUPABASE_SERVICE_KEY: .*\n$/],
    [
      "a project that isn't there",
      { SUPABASE_SERVICE_KEY: "nonsense", SUPABASE_URL: "http://127.0.0.1:9" },
      /^SUPABASE_URL: .*\n$/,
    ],
  ])("reports an error in one line: %s", async (_, wrong, line) => {
    await expect(run({ ...project(), ...wrong })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(line),
    });
  });
});

describe("the unsubscribe address", () => {
  const app = () => {
    const { apiKeys, fetch } = site.backend;
    return unsubscribeRoute(() => ({
      url: "",
      siteUrl: SITE_URL,
      anonKey: apiKeys.anon,
      fetch: (request) => fetch(request as Request),
    }));
  };

  test("stops the mails on POST, and changes nothing on GET", async () => {
    const ana = await member();
    await notify(ana);
    const [{ id }] = await query("select id from notices where recipient_id = $1", [ana.id]);
    const settings = () =>
      query("select by_mail from notice_settings where user_id = $1", [ana.id]);

    const opened = await app().request(`/notices/${id}/stop?lang=es`);
    expect(opened.headers.get("location")).toBe("/es/account/settings");
    expect(await settings()).toEqual([]);
    const posted = await app().request(`/notices/${id}/stop`, {
      method: "POST",
      body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
    });
    expect(posted.status).toBe(200);
    expect(await settings()).toEqual([{ by_mail: false }]);
  });

  test.each([randomUUID(), "-".repeat(36)])("reveals nothing about %s", async (id) => {
    const answer = await app().request(`/notices/${id}/stop`, { method: "POST" });
    expect([answer.status, await answer.text()]).toEqual([200, "ok\n"]);
  });

  test("asks to retry while the backend is away", async () => {
    const away = unsubscribeRoute(() => undefined);
    const answer = await away.request(`/notices/${randomUUID()}/stop`, { method: "POST" });
    expect(answer.status).toBe(503);
  });
});
