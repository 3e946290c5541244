import { spawn } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { freePort } from "@maillotheque/backend/testing";
import type { Program } from "../support/program.ts";

/** Starts an nginx with one worker that sends `body` for every address, from a file below `parent`. */
export async function startNginx(
  parent: string,
  { "content-type": type = "text/html", ...headers }: Record<string, string>,
  body: Buffer,
): Promise<Pick<Program, "url" | "stop">> {
  const folder = await mkdtemp(join(parent, "nginx-"));
  const port = await freePort();
  const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
  await writeFile(join(folder, "page"), body);
  await writeFile(
    join(folder, "nginx.conf"),
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
${process.getuid?.() === 0 ? "user root;" : ""}
events { worker_connections 256; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; etag off;
  open_file_cache max=10; types {} default_type ${quoted(type)};
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
  server {
    listen 127.0.0.1:${port};
    location / {
      root ${folder}; try_files /page =404;
      ${Object.entries(headers)
        .map(([name, value]) => `add_header ${name} ${quoted(value)};`)
        .join("\n      ")}
    }
  }
}
`,
  );
  const child = spawn("nginx", ["-c", join(folder, "nginx.conf"), "-p", folder], {
    stdio: "inherit",
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    child.kill("SIGQUIT");
    await ended;
  };
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return { url, stop };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await stop();
  throw new Error("nginx did not start");
}
