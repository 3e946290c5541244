import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { LANGUAGES } from "../../app/shared/i18n/languages.ts";
import { read } from "../../tests/support/catalogue.ts";
import { expect, test } from "../support/test.ts";

const run = promisify(execFile);

const PROGRAMS = {
  bash: ["bash", "example.sh"],
  javascript: [process.execPath, "example.mjs"],
  python: ["python3", "example.py"],
} as const;

interface Description {
  openapi: string;
  info: object;
  servers: { url: string }[];
  paths: Record<string, object>;
  components: { schemas: Record<string, { properties: object }> };
}

test("the three examples run as they stand, in each language", async ({ page, site }) => {
  const folder = await mkdtemp(join(tmpdir(), "maillotheque-api-"));
  const texts = new Set<string>();
  const outputs: Partial<Record<string, string>> = {};
  try {
    for (const lang of LANGUAGES) {
      await page.goto(lang === "fr" ? "/api" : `/${lang}/api`);
      for (const [language, [program, file]] of Object.entries(PROGRAMS)) {
        const text = await page.locator(`pre code.language-${language}`).innerText();
        if (texts.has(text)) continue;
        texts.add(text);
        await writeFile(join(folder, file), text);
        const { stdout } = await run(program, [join(folder, file)]);
        outputs[language] = stdout;
      }
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  expect(texts.size).toBe(3);
  expect(JSON.parse(outputs.bash!)).toContainEqual(
    expect.objectContaining({ name: "Paris Saint-Germain" }),
  );
  const brands = await read<{ name: string }>(site, "brands?select=name&order=id");
  expect(outputs.javascript!.trim().split("\n")).toEqual(brands.map(({ name }) => name));
  expect(outputs.python!.trim().split("\n")).toHaveLength(10);
});

test("what the page promises is in the description, which follows the privileges of visitors", async ({
  page,
  site,
}) => {
  const answer = await page.request.get("/data/openapi.json");
  expect(answer.headers()["access-control-allow-origin"]).toBe("*");
  const text = await answer.text();
  const { openapi, servers, paths, components } = JSON.parse(text) as Description;
  expect([openapi, servers]).toEqual(["3.1.0", [{ url: `${site.url}/rest/v1` }]]);
  for (const [, name] of text.matchAll(/"#\/components\/(\w+\/\w+)"/g)) {
    const [kind = "", key = ""] = name!.split("/");
    expect(components[kind as "schemas"], name).toHaveProperty(key);
  }

  await page.goto("/en/api");
  const rows = page.locator("table").first().locator("tbody tr");
  const promised = await rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll("code")].map((code) => code.textContent)),
  );
  expect(promised.length).toBeGreaterThan(5);
  for (const [table = "", ...columns] of promised) {
    expect(Object.keys(components.schemas[table]!.properties)).toEqual(
      expect.arrayContaining(columns),
    );
    // Visitors write to no table.
    expect(Object.keys(paths[`/${table}`]!)).not.toContain("post");
    expect((await read(site, `${table}?select=${columns.join()}&limit=1`)).length).toBeLessThan(2);
  }
  for (const hidden of ["user_roles", "audit_log", "lists", "copies", "suggestions"]) {
    expect(Object.keys(paths)).not.toContain(`/${hidden}`);
  }
});

test("an answer says the limits, and a refusal what is wrong", async ({ site }) => {
  const ask = (path: string, headers = {}) => fetch(`${site.url}/rest/v1/${path}`, { headers });
  const good = await ask("brands?limit=1", { apikey: site.anonKey });
  expect(good.headers.get("ratelimit-policy")).toBe('"address";q=128;qu="concurrent-requests"');
  expect(good.headers.get("ratelimit")).toMatch(/^"address";r=12\d$/);
  expect(good.headers.get("access-control-expose-headers")).toContain("RateLimit-Policy");
  for (const [path, key, status] of [
    ["brands?name=x", site.anonKey, 400],
    ["brands", "x", 401],
    ["nothing", site.anonKey, 404],
  ] as const) {
    const refused = await ask(path, { apikey: key });
    expect(refused.status, path).toBe(status);
    const told = (await refused.json()) as object;
    expect(Object.keys(told).toSorted()).toEqual(["code", "details", "hint", "message"]);
  }
});
