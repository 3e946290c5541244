/**
 * The SQL of our REST interface for some known requests, sent through the driver alone in one pipelined
 * transaction. For `bench/rest.ts`: DATABASE, a file with the requests.
 */
import { silentLogger } from "@maillotheque/backend";
import { createPool, runPipeline } from "@maillotheque/backend/testing";
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";

import { listen } from "../support/listen.ts";
import type { Known } from "./requests.ts";

const [, , url = "", file = ""] = process.argv;
const known = JSON.parse(await readFile(file, "utf8")) as Record<string, Known>;
const pool = createPool({
  ...{ url, log: silentLogger, max: 20, pipeline: false },
  onConnect: async (client) => void (await client.query("set search_path to public, extensions")),
});

listen(() => async (request, response) => {
  const sent = request.method === "POST" ? await text(request) : "";
  const { role, statements } = known[`${request.method} ${request.url} ${sent}`]!;
  const client = await pool.connect();
  const results = await runPipeline(client, role, statements);
  client.release();
  response.end(results.at(-1)?.[0]?.[2]);
});
