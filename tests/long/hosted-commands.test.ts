import { mailsTo, picture } from "@maillotheque/backend/testing";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  type HostedProject,
  type HostedServer,
  runOn,
  settingsOf,
  startHostedServer,
} from "../support/hosted-project.ts";

const ADMIN = "first@example.org";

let server: HostedServer;
let project: HostedProject;
beforeAll(async () => {
  server = await startHostedServer();
  project = await server.startProject();
});
afterAll(async () => {
  await project.close();
  await server.stop();
});

const run = (script: string, changes?: Record<string, string>) => runOn(project, script, changes);

const setUp = (changes?: Record<string, string>) => run("setup-hosted", changes);

const query = async (sql: string, values: unknown[] = []) =>
  (await project.backend.pool.query(sql, values)).rows;

const tables = async () =>
  (await query("select tablename from pg_tables where schemaname = 'public'")).length;

// What it refuses, and the demonstration: `tests/long/hosted-project.test.ts`.
describe("npm run setup:hosted", () => {
  test("continues what was interrupted, and says what each step did", async () => {
    // Ends during the migrations or the catalogue.
    const begun = spawn(process.execPath, ["server/cli/setup-hosted.ts"], {
      env: settingsOf(project),
      stdio: "ignore",
    });
    const over = once(begun, "exit");
    await expect.poll(tables).toBeGreaterThan(3);
    begun.kill("SIGKILL");
    await over;

    const lines = await setUp({ ADMIN_EMAIL: ADMIN });
    expect(lines).toEqual([
      "bucket jerseys: exists",
      expect.stringMatching(/^schema: (\d+ migrations applied|current)$/),
      expect.stringMatching(/^content \(catalogue\): \d+ teams and 0 jerseys added$/),
      `administrator: ${ADMIN} is an administrator now; set a password by “forgot password” on the site`,
      expect.stringMatching(/^ready: /),
    ]);
    const { data } = await project.client().from("teams").select("name").eq("slug", "rc-lens");
    expect(data).toEqual([{ name: "RC Lens" }]);
  });

  test("changes nothing the second time", async () => {
    expect((await setUp({ ADMIN_EMAIL: ADMIN })).slice(0, 4)).toEqual([
      "bucket jerseys: exists",
      "schema: current",
      "content (catalogue): 0 teams and 0 jerseys added",
      `administrator: ${ADMIN} already is an administrator`,
    ]);
  });
});

describe("npm run jobs", () => {
  test("deletes queued and unused files, and tries again what failed", async () => {
    const files = project.client(project.backend.apiKeys.service).storage.from("jerseys");
    const image = await picture("webp", 400, 400);
    const deletion = async () => {
      for (const name of ["a/gone.webp", "a/unused.webp"]) {
        const { error } = await files.upload(name, image, { contentType: "image/webp" });
        expect(error).toBeNull();
      }
      // Without the trigger that keeps the time of the last change.
      await project.backend.pool.query(`set session_replication_role = replica;
        update storage.objects set created_at = now() - interval '2 days',
          updated_at = now() - interval '2 days' where name = 'a/unused.webp';
        reset session_replication_role`);
      await query("delete from storage_deletions");
      await query(`insert into storage_deletions (bucket_id, name)
        values ('jerseys', 'a/gone.webp'), ('nowhere', 'b.webp')`);
      const lines = await run("jobs");
      expect(lines).toEqual(expect.arrayContaining(["mails about decisions: 0", "sweeping"]));
      expect((await files.list("a")).data).toEqual([]);
      expect(await query("select from storage_deletions where bucket_id = 'jerseys'")).toEqual([]);
      return lines.find((line) => line.startsWith("deletion of files: "));
    };
    // The backend behind the project has a job of its own, every 30 seconds; one of both is first.
    await expect.poll(deletion).toMatch(/: [23]$/);
    await query("delete from storage_deletions");
  });

  test("repeats with --loop until it is stopped", async () => {
    const loop = spawn(process.execPath, ["server/cli/jobs.ts", "--loop"], {
      env: settingsOf(project),
    });
    let output = "";
    loop.stdout.on("data", (chunk) => (output += chunk));
    loop.stderr.on("data", (chunk) => (output += chunk));
    const over = once(loop, "exit");
    await expect.poll(() => output).toContain("sweeping\n");
    const { id, email } = (
      await project.client(project.backend.apiKeys.service).auth.admin.createUser({
        email: `${randomUUID()}@example.org`,
        email_confirm: true,
      })
    ).data.user!;
    await query(
      `insert into jerseys (title, author_id, league, competition_id, season_id, team)
       select 'Vert', $1, league, competitions.id, seasons.id, 'Les Verts' from competitions, seasons limit 1`,
      [id],
    );
    await query(
      "update jerseys set status = 'rejected', moderation_note = 'Floue' where author_id = $1",
      [id],
    );
    await expect.poll(() => mailsTo(project, email!)).toHaveLength(1);
    loop.kill("SIGTERM");
    expect(await over).toEqual([0, null]);
  });

  test("says that the project has no schema yet", async () => {
    const other = await server.startProject();
    try {
      const { anon, service } = other.backend.apiKeys;
      const env = {
        SUPABASE_URL: other.url,
        SUPABASE_ANON_KEY: anon,
        SUPABASE_SERVICE_KEY: service,
      };
      await expect(run("jobs", env)).rejects.toMatchObject({
        stderr: expect.stringMatching(/^the project has no schema, .*setup:hosted.*\n$/),
      });
    } finally {
      await other.close();
    }
  });
});
