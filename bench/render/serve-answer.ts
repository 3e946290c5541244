/** A bare Node server that sends one answer for every address: a file with the answer. */
import { readFileSync } from "node:fs";

import { listen } from "../support/listen.ts";

const answer = JSON.parse(readFileSync(process.argv[2]!, "utf8")) as {
  headers: Record<string, string>;
  body: string;
};
const body = Buffer.from(answer.body, "base64");
const headers = [...Object.entries(answer.headers).flat(), "content-length", String(body.length)];
listen(() => (_request, response) => {
  response.writeHead(200, headers);
  response.end(body);
});
