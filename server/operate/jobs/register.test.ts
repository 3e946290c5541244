import { BACKEND_JOB_SECONDS } from "@maillotheque/backend";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { markdownTable } from "../../../tests/support/markdown-table.ts";
import { type Job, JOBS } from "./register.ts";

const ROOT = join(import.meta.dirname, "../../..");
/** Writes `docs/jobs.md` anew. */
const UPDATE = "npx vitest run --project unit server/operate/jobs/register.test.ts --update";

const interval = (seconds: number) => {
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
};

function embedded({ embedded: when }: Job): string {
  if (when === undefined) return "";
  if (typeof when === "number") return interval(when);
  return `${interval(BACKEND_JOB_SECONDS[when.backend])}, by the backend (“${when.backend}”)`;
}

function work({ calls, mails, code }: Job): string {
  if (mails) return `the queue \`${mails}\` of \`server/mail/\``;
  return calls?.map((name) => `\`${name}()\``).join(", ") ?? `\`${code}\``;
}

const row = (job: Job) => [
  job.name,
  job.does,
  work(job),
  embedded(job),
  job.hosted ? interval(job.hosted) : "",
  job.cron ? `\`${job.cron.times}\`` : "",
];

const document = `# Background jobs

Which work does the site do by itself, how often, and where? This page is made from the table in \`server/operate/jobs/register.ts\`; after a change there run
\`${UPDATE}\`.

- **own database**: timers of each server (\`server/operate/jobs/embedded-jobs.ts\`). The first round is at the start. Servers share the work: the
  database's functions lock what they work on, and skip what another one has locked.
- **project**: \`npm run jobs -- --loop\` beside a Supabase project (\`server/operate/jobs/project-jobs.ts\`). Without \`--loop\` it does everything once and ends, for a
  scheduler (every minute). Several at once do no harm.
- **\`pg_cron\`**: where the project has this extension, \`private.schedule_jobs()\` schedules these too.

${markdownTable(["job", "what it does", "runs", "own database", "project", "`pg_cron`"], JOBS.map(row))}
`;

test(`docs/jobs.md is the table of jobs; after a change: ${UPDATE}`, async () => {
  await expect(document).toMatchFileSnapshot(join(ROOT, "docs/jobs.md"));
});

test("each job has a name of its own, something to do, and a place", () => {
  expect(new Set(JOBS.map(({ name }) => name)).size).toBe(JOBS.length);
  for (const { name, calls, mails, code, embedded: own, hosted } of JOBS) {
    expect([calls, mails, code].filter(Boolean), name).toHaveLength(1);
    expect(own ?? hosted, name).toBeDefined();
    expect(existsSync(join(ROOT, code ?? ".")), code).toBe(true);
  }
});

test("the backend's own jobs are all in the table", () => {
  const named = JOBS.flatMap((job) =>
    typeof job.embedded === "object" ? [job.embedded.backend] : [],
  );
  expect(named.toSorted()).toEqual(Object.keys(BACKEND_JOB_SECONDS).toSorted());
});

test("pg_cron calls the functions of its job", () => {
  for (const { calls = [], cron } of JOBS.filter((job) => job.cron)) {
    const called = [...cron!.command.matchAll(/public\.(\w+)\(/g)].map(([, name]) => name);
    expect(called, cron!.name).toEqual(calls);
  }
});
