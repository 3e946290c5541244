import { silentLogger } from "@maillotheque/backend";
import { mailsTo, picture } from "@maillotheque/backend/testing";
import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { projectClient } from "../../server/operate/project/client.ts";
import { setUpProject } from "../../server/operate/project/setup.ts";
import {
  type HostedProject,
  type HostedServer,
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

const settings = (): Record<string, string> => ({
  PATH: process.env.PATH ?? "",
  // Compiled files of earlier starts.
  ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
  LOG_LEVEL: "silent",
  DATA_DIR: project.dataDir,
  SITE_URL: "https://shirts.example.org",
  SUPABASE_URL: project.url,
  SUPABASE_ANON_KEY: project.backend.apiKeys.anon,
  SUPABASE_SERVICE_KEY: project.backend.apiKeys.service,
  SUPABASE_DB_URL: project.ownerUrl,
});

/** The lines that a command prints. */
async function run(script: string, changes: Record<string, string> = {}): Promise<string[]> {
  const env = { ...settings(), ...changes };
  const { stdout } = await promisify(execFile)(process.execPath, [`server/cli/${script}.ts`], {
    env,
  });
  return stdout.trim().split("\n");
}

const setUp = (changes: Record<string, string> = {}) => run("setup-hosted", changes);

const query = async (sql: string, values: unknown[] = []) =>
  (await project.backend.pool.query(sql, values)).rows;

const tables = async () =>
  (await query("select tablename from pg_tables where schemaname = 'public'")).length;

describe("npm run setup:hosted refuses in one line, and changes no table:", () => {
  const nobody = async () => ({
    SUPABASE_DB_URL: project.ownerUrl.replace(/:[^:@/]+@/, ":wrong@"),
  });
  const cases: [string, () => Promise<Record<string, string>>, RegExp][] = [
    [
      "no settings",
      async () => ({ SUPABASE_SERVICE_KEY: "", SUPABASE_DB_URL: "" }),
      /^needs SUPABASE_SERVICE_KEY, SUPABASE_DB_URL\n$/,
    ],
    [
      "the public key",
      async () => ({ SUPABASE_SERVICE_KEY: project.backend.apiKeys.anon }),
      /^SUPABASE_SERVICE_KEY: this is the key of the role anon; .*\n$/,
    ],
    [
      "a public key of the new kind",
      async () => ({ SUPABASE_SERVICE_KEY: "sb_publishable_x" }),
      /^SUPABASE_SERVICE_KEY: this is the key of the role anon; .*\n$/,
    ],
    [
      "a key of nobody's",
      async () => ({ SUPABASE_SERVICE_KEY: "nonsense" }),
      /^SUPABASE_SERVICE_KEY: not the secret key of .*\n$/,
    ],
    [
      "no project there",
      async () => ({ SUPABASE_URL: "http://127.0.0.1:9" }),
      /^SUPABASE_URL: no answer from .*\n$/,
    ],
    [
      "no database there",
      async () => ({ SUPABASE_DB_URL: "postgres://a:b@127.0.0.1:9/c" }),
      /^SUPABASE_DB_URL: no connection to 127.0.0.1:9 .*\n$/,
    ],
    [
      "a pooler that shares sessions",
      async () => ({ SUPABASE_DB_URL: "postgres://a:b@127.0.0.1:6543/c" }),
      /^SUPABASE_DB_URL: port 6543 .*session pooler.*\n$/,
    ],
    ["a wrong password", nobody, /^SUPABASE_DB_URL: password authentication failed .*\n$/],
    ["a wrong address", async () => ({ ADMIN_EMAIL: "nobody" }), /^ADMIN_EMAIL: expected .*\n$/],
    ["a wrong content", async () => ({ SEED: "all" }), /^SEED: expected one of .*\n$/],
  ];
  test.each(cases)("%s", async (_, changes, line) => {
    await expect(setUp(await changes())).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(line),
    });
    expect(await tables()).toBe(0);
  });

  test("a role without rights", async () => {
    const role = `reader_${randomUUID().replaceAll("-", "")}`;
    await query(`create role ${role} login password '${role}'`);
    const url = Object.assign(new URL(project.ownerUrl), { username: role, password: role }).href;
    await expect(setUp({ SUPABASE_DB_URL: url })).rejects.toMatchObject({
      stderr: expect.stringMatching(new RegExp(`^SUPABASE_DB_URL: the role ${role} may not .*\n$`)),
    });
    await query(`drop role ${role}`);
  });

  test("a copy that can only be read", async () => {
    const url = `${project.ownerUrl}?options=-c%20default_transaction_read_only%3Don`;
    await expect(setUp({ SUPABASE_DB_URL: url })).rejects.toMatchObject({
      stderr: expect.stringMatching(/^SUPABASE_DB_URL: a copy that can only be read; .*\n$/),
    });
  });

  test("tables of something else", async () => {
    await query("create table public.others ()");
    await expect(setUp()).rejects.toMatchObject({
      stderr: expect.stringMatching(/^SUPABASE_DB_URL: the database contains .*\n$/),
    });
    await query("drop table public.others");
  });

  test("the database of another project", async () => {
    const other = await server.startProject();
    try {
      await expect(setUp({ SUPABASE_DB_URL: other.ownerUrl })).rejects.toMatchObject({
        stderr: expect.stringMatching(/^SUPABASE_DB_URL: .* another project than .*\n$/),
      });
      const [found] = (
        await other.backend.pool.query("select to_regclass('public.jerseys') as jerseys")
      ).rows;
      expect(found).toEqual({ jerseys: null });
    } finally {
      await other.close();
    }
  });

  test("a database that is no project's", async () => {
    const url = Object.assign(new URL(project.databaseUrl), { pathname: "/postgres" }).href;
    await expect(setUp({ SUPABASE_DB_URL: url })).rejects.toMatchObject({
      stderr: expect.stringMatching(
        /^SUPABASE_DB_URL: not the database of a Supabase project; .*\n$/,
      ),
    });
  });
});

describe("npm run setup:hosted", () => {
  test("continues what was interrupted, and says what each step did", async () => {
    // Ends during the migrations or the catalogue.
    const begun = spawn(process.execPath, ["server/cli/setup-hosted.ts"], {
      env: settings(),
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

  test("loads the demonstration with its pictures through the project's interface", async () => {
    const { url, ownerUrl: databaseUrl } = project;
    const { service: serviceKey } = project.backend.apiKeys;
    const client = projectClient(url, serviceKey);
    const lines: string[] = [];
    await setUpProject(
      { url, serviceKey, databaseUrl, client },
      {
        content: "demo",
        log: silentLogger,
        say: (line) => lines.push(line),
        pictureSize: 400,
      },
    );
    expect(lines[2]).toMatch(/^content \(demo\): 0 teams and \d{3} jerseys added$/);
    expect(lines[3]).toBe("administrator: none asked for");
    const { data } = await project.client().from("jersey_images").select("url").limit(1);
    const picture = await fetch(project.url + data![0]!.url);
    expect(picture.headers.get("content-type")).toBe("image/webp");
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
    const loop = spawn(process.execPath, ["server/cli/jobs.ts", "--loop"], { env: settings() });
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
    await query("update jerseys set author_id = $1 where id = (select id from jerseys limit 1)", [
      id,
    ]);
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
