import type { BackendJob } from "@maillotheque/backend";

import type { QueueName } from "../../mail/queues.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** What does the job “purge of caches”. */
export const CACHE_PURGES = "server/operate/jobs/cache-purges.ts";

/** What does the job “dump”. */
export const DUMP = "server/open/make-dump.ts";

/** A background job. `docs/jobs.md` is made from this table. */
export interface Job {
  /** In logs, metrics and the output of `npm run jobs`. */
  name: string;
  does: string;
  /** Functions of the database, called one after the other, each in a transaction of its own. */
  calls?: readonly string[];
  /** The most that one call changes: it is repeated until it changes less. */
  batch?: number;
  /** Whether the numbers that the calls return say how much was done. */
  isCounted?: boolean;
  /** The queue whose mails are sent. */
  mails?: QueueName;
  /** What does the work if it is neither a function of the database nor a queue of mails. */
  code?: string;
  /** With a database of our own: seconds between two rounds, or the backend's job that does it. */
  embedded?: number | { backend: BackendJob };
  /** With a Supabase project, by `npm run jobs -- --loop`: seconds between two rounds. */
  hosted?: number;
  /** With a Supabase project that has `pg_cron`, by `private.schedule_jobs()`. */
  cron?: { name: string; times: string; command: string };
}

export const JOBS: readonly Job[] = [
  {
    name: "mails about decisions",
    does: "Sends the mails of notices.",
    mails: "notices",
    embedded: 3,
    hosted: 5,
  },
  {
    name: "mails about visitors' reports",
    does: "Sends the mails about reports by people without an account.",
    mails: "visitorReports",
    embedded: 3,
    hosted: 5,
  },
  {
    name: "weekly letters",
    does: "Sends the weekly letters from Monday, 8 o'clock in Paris.",
    mails: "letters",
    embedded: 10,
    hosted: 30,
  },
  {
    name: "daily mails to reviewers",
    does: "Tells reviewers how much waits for them, once a day at the hour that they chose.",
    mails: "reviews",
    embedded: MINUTE,
    hosted: MINUTE,
  },
  {
    name: "opening of the visitors' form",
    // Their mails are sent, so the form may be open.
    does: "Opens the form for these reports for an hour. With a database of our own it is always open.",
    calls: ["offer_visitor_reports"],
    hosted: 10 * MINUTE,
  },
  {
    name: "worker",
    does: "Derives what is only read from what has changed: words and tiers of search, lists and counts of the catalogue, outdated pages; forgets when votes were cast that are 30 days old. With a database of our own, servers also do it after writes.",
    calls: ["derive", "age_votes"],
    batch: 1_000,
    isCounted: true,
    embedded: 2,
    hosted: 2,
    cron: {
      name: "derive",
      times: "2 seconds",
      command: "select public.derive(10000), public.age_votes()",
    },
  },
  {
    name: "check of what is derived",
    does: "Derives once more from a hundred jerseys and compares. Fails, which the log says, if something differs or could not be derived.",
    calls: ["check_derived"],
    embedded: 10 * MINUTE,
    hosted: 10 * MINUTE,
    cron: {
      name: "check_derived",
      times: "*/10 * * * *",
      command: "select public.check_derived()",
    },
  },
  {
    name: "sum of votes",
    does: "Sums up the votes on all public jerseys, for the home page's metadata.",
    calls: ["refresh_vote_sums"],
    embedded: 10 * MINUTE,
    hosted: 10 * MINUTE,
    cron: {
      name: "refresh_vote_sums",
      times: "*/10 * * * *",
      command: "select public.refresh_vote_sums()",
    },
  },
  {
    name: "drawing of days",
    does: "Draws the shirts and duels of today and the next seven days, and counts the answers of the days before.",
    calls: ["draw_days", "draw_duels"],
    isCounted: true,
    embedded: MINUTE,
    hosted: 10 * MINUTE,
    cron: {
      name: "draw_days",
      times: "*/10 * * * *",
      command: "select public.draw_days(), public.draw_duels()",
    },
  },
  {
    name: "dump",
    does: "Makes the night's dump of the public catalogue, from 3 o'clock in Paris. Of a project, where `SUPABASE_DB_URL` is set.",
    code: DUMP,
    embedded: 10 * MINUTE,
    hosted: 10 * MINUTE,
  },
  {
    name: "check of the dump",
    does: "Fails, which the log says, if the newest dump is older than 26 hours.",
    calls: ["check_dump"],
    embedded: 10 * MINUTE,
    hosted: 10 * MINUTE,
  },
  {
    name: "search for unused files",
    does: "Queues files for deletion that nothing shows. The backend also deletes its renderings of files that are gone or withheld.",
    calls: ["queue_unused_files"],
    isCounted: true,
    embedded: { backend: "search for unused files" },
    hosted: HOUR,
  },
  {
    name: "deletion of files",
    does: "Deletes queued files. The backend also deletes orphan files and interrupted uploads.",
    code: "server/operate/project/file-deletions.ts",
    embedded: { backend: "storage clean-up" },
    hosted: 30,
  },
  {
    name: "purge of caches",
    does: "Posts the addresses of photos that left public view to `CDN_PURGE_URL`. Without this setting, forgets them.",
    code: CACHE_PURGES,
    embedded: 5,
    hosted: 30,
  },
  {
    name: "sweeping of visitors' reports",
    does: "Deletes names and addresses of people who reported without an account.",
    calls: ["sweep_visitor_reports"],
    embedded: HOUR,
    hosted: HOUR,
  },
  {
    name: "sweeping",
    does: "Deletes old notices, entries of the audit log, removed copies, imports, what is no longer new, what visitors played 30 days ago, and jerseys that were merged or removed 90 days ago.",
    calls: [
      "sweep_notices",
      "sweep_audit_log",
      "sweep_removed_copies",
      "sweep_imports",
      "sweep_gone_jerseys",
      "sweep_arrivals",
      "sweep_daily_players",
    ],
    embedded: HOUR,
    hosted: HOUR,
    cron: {
      name: "sweep",
      times: "17 4 * * *",
      command:
        "select public.sweep_notices(), public.sweep_audit_log(), public.sweep_removed_copies(), public.sweep_imports(), public.sweep_gone_jerseys(), public.sweep_arrivals(), public.sweep_daily_players()",
    },
  },
  {
    name: "mails of accounts",
    does: "Sends the mails of accounts that the mail server hasn't taken yet, and those about changes that commands and functions made. Of a project, Supabase does this.",
    code: "packages/backend/src/auth/mail-queue.ts",
    embedded: { backend: "mails of accounts" },
  },
  {
    name: "housekeeping of accounts",
    does: "Deletes expired tokens, sessions, sign-ups and counters of limits. Of a project, Supabase does this.",
    code: "packages/backend/src/auth/housekeeping.ts",
    embedded: { backend: "housekeeping" },
  },
];

export function jobNamed(wanted: string): Job {
  const job = JOBS.find(({ name }) => name === wanted);
  if (!job) throw new Error(`no job is named ${wanted}`);
  return job;
}
