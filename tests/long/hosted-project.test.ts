import { silentLogger } from "@maillotheque/backend";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { projectClient } from "../../server/operate/project/client.ts";
import { setUpProject } from "../../server/operate/project/setup.ts";
import {
  type HostedProject,
  type HostedServer,
  runOn,
  startHostedServer,
} from "../support/hosted-project.ts";

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

const setUp = (changes?: Record<string, string>) => runOn(project, "setup-hosted", changes);

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

test("npm run setup:hosted loads the demonstration with its pictures through the project's interface", async () => {
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
  expect(lines[2]).toMatch(/^content \(demo\): \d+ teams and \d{3} jerseys added$/);
  expect(lines[3]).toBe("administrator: none asked for");
  const { data } = await project.client().from("jersey_images").select("url").limit(1);
  const picture = await fetch(project.url + data![0]!.url);
  expect(picture.headers.get("content-type")).toBe("image/webp");
});
