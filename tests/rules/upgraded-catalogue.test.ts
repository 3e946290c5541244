import { migrate, silentLogger } from "@maillotheque/backend";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";

import { readCatalogue } from "../../server/seed/catalogue.ts";
import { storeCatalogue } from "../../server/seed/insert-catalogue.ts";
import { createTestDatabase, SUPABASE_DIR, type TestDatabase } from "../support/database.ts";
import { beforeMigration } from "../support/migrations.ts";

// The seed command changes no row that exists. So whatever the catalogue of 0.2.0 had wrong is corrected
// by migrations, or it stays wrong in every database that loaded it.

const FIRST_SINCE_0_2_0 = "20261123000100_image_addresses.sql";

const CONTENT = {
  competitions: "select slug, name, league, sport, country, priority from competitions",
  brands: "select name, priority from brands",
  seasons: "select code, name from seasons",
  teams: `select home.slug as home, team.slug, team.name, short_name, city, team.country, founded_year, colors
    from teams team join competitions home on home.id = competition_id`,
  team_aliases: `select slug, language, alias from team_aliases join teams on teams.id = team_id`,
  team_seasons: `select team.slug, played.slug as competition, code
    from team_seasons entry join teams team on team.id = entry.team_id
    join competitions played on played.id = entry.competition_id join seasons on seasons.id = season_id`,
};

async function withClient<T>({ url }: TestDatabase, work: (client: pg.PoolClient) => Promise<T>) {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
    await pool.end();
  }
}

test(
  "a database that loaded the catalogue of 0.2.0 has the facts of a new one",
  { timeout: 180_000 },
  async () => {
    const upgraded = await beforeMigration(FIRST_SINCE_0_2_0, createTestDatabase);
    const fresh = await createTestDatabase();
    const shipped = await readCatalogue(join(import.meta.dirname, "catalogue-0.2.0"));
    const current = await readCatalogue(join(SUPABASE_DIR, "seed"));
    try {
      await withClient(upgraded, (client) => storeCatalogue(client, shipped));
      await migrate(upgraded.url, join(SUPABASE_DIR, "migrations"), silentLogger);
      const [contents, expected] = await Promise.all(
        [upgraded, fresh].map((database) =>
          withClient(database, async (client) => {
            await storeCatalogue(client, current);
            const read = async (table: string, sql: string) => {
              const { rows } = await client.query(sql);
              return [table, new Set(rows.map((row) => JSON.stringify(row)))] as const;
            };
            const tables = [];
            for (const [table, sql] of Object.entries(CONTENT)) tables.push(await read(table, sql));
            return tables;
          }),
        ),
      );
      for (const [index, [table, rows]] of contents!.entries()) {
        const wanted = expected![index]![1];
        expect(
          [...rows].filter((row) => !wanted.has(row)),
          `${table}: still wrong`,
        ).toEqual([]);
        expect(
          [...wanted].filter((row) => !rows.has(row)),
          `${table}: missing`,
        ).toEqual([]);
      }
    } finally {
      await upgraded.drop();
      await fresh.drop();
    }
  },
);
