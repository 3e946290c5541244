/**
 * The SQL that our REST interface sends for some known requests, sent through the driver alone:
 * role, claims and statement in one pipelined transaction. For `bench/rest.ts`: DATABASE, a file
 * with the requests → a line with its address.
 */
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import pg from "pg";

import type { Known } from "./requests.ts";

const [, , databaseUrl = "", file = ""] = process.argv;
const known = JSON.parse(await readFile(file, "utf8")) as Record<string, Known>;
// Like the backend's own pool, but with the driver's pipelining.
const options = { connectionString: databaseUrl, max: 20, pipeline: true };
const pool = new pg.Pool(options as pg.PoolConfig);
pool.on("connect", (client) => void client.query("set search_path to public, extensions"));
const names = new Map<string, string>();

const server = createServer((request, response) => {
  answer(request).then(
    (body) => response.end(body),
    (error: unknown) => {
      response.statusCode = 500;
      response.end(String(error));
    },
  );
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` }));
});
process.once("SIGTERM", () => process.exit(0));

async function answer(request: IncomingMessage): Promise<string> {
  const sent = request.method === "POST" ? await text(request) : "";
  const { statements } = known[`${request.method} ${request.url} ${sent}`] ?? { statements: [] };
  const client = await pool.connect();
  try {
    const results = await Promise.all([
      client.query("begin"),
      ...statements.map(({ text: sql, values }) =>
        client.query({
          name: nameOf(sql),
          text: sql,
          values: [...(values ?? [])],
          rowMode: "array",
        }),
      ),
      client.query("commit"),
    ]);
    const [row] = results.at(-2)!.rows as unknown as (string | null)[][];
    return row?.[2] ?? "";
  } finally {
    client.release();
  }
}

function nameOf(sql: string): string {
  let name = names.get(sql);
  if (name === undefined) names.set(sql, (name = `s${names.size}`));
  return name;
}
