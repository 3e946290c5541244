import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

import { readAccountExport } from "../../../app/account/data/export/export-data.ts";
import type { Client } from "../../../app/shared/data/client.ts";
import { createRules, type Rules } from "../support/rules.ts";

// Members download what is stored about them. Every column that says whose a row is belongs to a list of that file, or to
// the table of operations.md that says why not.

const MEMBER = "00000000-0000-4000-8000-000000000001";

let rules: Rules;
beforeAll(async () => void (rules = await createRules()));
afterAll(() => rules.close());

/** Columns that hold a member: by a foreign key, or by their name where rows outlive the member. */
async function memberColumns(): Promise<string[]> {
  const { rows } = await rules.system(`
    select nspname || '.' || relname || '.' || attname as name
    from pg_class class join pg_namespace space on space.oid = relnamespace
    join pg_attribute on attrelid = class.oid and attnum > 0 and not attisdropped
    where relkind in ('r', 'p') and nspname in ('public', 'private', 'auth', 'storage', 'backend')
      and (exists (select from pg_constraint where conrelid = class.oid and contype = 'f'
          and attnum = any (conkey) and confrelid in ('auth.users'::regclass, 'public.profiles'::regclass))
        or attname ~ '^(user|member|owner|author|actor|voter|admin|reporter|contributor|recipient)(_id)?$|^(email|address)$'
        or attname ~ '_by$' and atttypid = 'uuid'::regtype)
    order by 1`);
  return rows.map(({ name }) => name);
}

/** What the account service answers about the signed-in member. */
const BY_THE_ACCOUNT_SERVICE = {
  getUser: [
    "auth.users.email",
    "auth.identities.user_id",
    "auth.identities.email",
    "auth.mfa_factors.user_id",
  ],
  my_sessions: ["auth.sessions.user_id"],
  passkeys: ["auth.webauthn_credentials.user_id"],
};

/** The columns by which the download looks for the member's rows. */
async function exportedColumns(): Promise<string[]> {
  const found: string[] = [];
  const none = Promise.resolve({ data: [], error: null });
  const query = (table: string): object =>
    new Proxy(none, {
      get: (target, name) =>
        name === "then"
          ? target.then.bind(target)
          : (column: string, value: unknown) => {
              if (name === "eq" && value === MEMBER) found.push(`public.${table}.${column}`);
              return query(table);
            },
    });
  const client = {
    from: query,
    rpc(name: keyof typeof BY_THE_ACCOUNT_SERVICE) {
      found.push(...BY_THE_ACCOUNT_SERVICE[name]);
      return query("");
    },
    auth: {
      async getUser() {
        found.push(...BY_THE_ACCOUNT_SERVICE.getUser);
        return { data: { user: { id: MEMBER } }, error: null };
      },
      passkey: {
        async list() {
          found.push(...BY_THE_ACCOUNT_SERVICE.passkeys);
          return { data: [], error: null };
        },
      },
    },
  };
  await readAccountExport(client as unknown as Client, MEMBER);
  return found;
}

/** The columns of the table in operations.md. */
async function namedColumns(): Promise<string[]> {
  const text = await readFile(join(import.meta.dirname, "../../../docs/operations.md"), "utf8");
  const [, section = ""] = text.split("### What a member's download lacks\n");
  const [table = ""] = section.split("\n#");
  return table
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .flatMap((line) => [...line.split("|")[1]!.matchAll(/`([a-z_.]+)`/g)].map(([, name]) => name!))
    .map((name) => (name.split(".").length === 2 ? `public.${name}` : name));
}

test("each column that says whose a row is, is exported or named as not", async () => {
  const [columns, exported, named] = await Promise.all([
    memberColumns(),
    exportedColumns(),
    namedColumns(),
  ]);
  const known = [...exported, ...named];
  expect(columns.filter((name) => !known.includes(name))).toEqual([]);
  expect(
    known.filter((name, place) => known.indexOf(name) !== place),
    "once",
  ).toEqual([]);
  expect(
    known.filter((name) => !columns.includes(name)),
    "there",
  ).toEqual([]);
});
