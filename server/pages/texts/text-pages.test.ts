import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { TEXT_SCREENS } from "../../../app/shared/address/screens.ts";
import { LANGUAGES } from "../../../app/shared/i18n/languages.ts";
import { readEnv } from "../../operate/settings/env.ts";
import { createLogger, type Logger } from "../../operate/logger.ts";
import { createTextPages } from "./text-pages.ts";

const EVERYTHING = {
  OPERATOR_NAME: "Association des *Maillots*",
  OPERATOR_ADDRESS: "1 rue du Stade, 75000 Paris",
  OPERATOR_EMAIL: "contact_us@example.org",
  OPERATOR_PHONE: "+33 1 23 45 67 89",
  OPERATOR_HOST: "Hébergeur SAS, 2 quai du Port, 59000 Lille",
  OPERATOR_REGISTRATION: "RCS Paris 123 456 789",
  OPERATOR_DIRECTOR: "Ada Martin",
  SMTP_URL: "smtp://localhost",
  CAPTCHA_PROVIDER: "turnstile",
  CAPTCHA_SITE_KEY: "key",
  CAPTCHA_SECRET: "secret",
  AUTH_GOOGLE_CLIENT_ID: "id",
  AUTH_GOOGLE_SECRET: "secret",
  AUTH_PHONE: "true",
  AUTH_WEB3: "ethereum",
  AUTH_BREACHED_PASSWORDS_URL: "https://leaks.example.org/range",
};

let dataDir: string;
let log: Logger;
let logged: unknown[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "text-pages-"));
  logged = [];
  log = await createLogger("silent");
  log.warn = (fields: unknown) => logged.push(fields);
});
afterEach(() => rm(dataDir, { recursive: true }));

const pagesOf = (settings: Record<string, string>) =>
  createTextPages(
    readEnv({ DATA_DIR: dataDir, ...settings }),
    settings.SITE_URL ?? "http://127.0.0.1:3000",
    { url: settings.SUPABASE_URL ?? "", anonKey: "a.b-c_d" },
    log,
  );

async function writeOwn(lang: string, page: string, text: string): Promise<void> {
  await mkdir(join(dataDir, "pages", lang), { recursive: true });
  await writeFile(join(dataDir, "pages", lang, `${page}.md`), text);
}

describe.each(LANGUAGES)("the texts of the site: %s", (lang) => {
  test.each(TEXT_SCREENS)("%s, with and without facts", async (screen) => {
    const hosted = { SUPABASE_URL: "https://x.test", SUPABASE_ANON_KEY: "key" };
    const each: Record<string, string>[] = [{}, EVERYTHING, hosted];
    for (const settings of each) {
      const { title, description, lead, html, contents } = await pagesOf(settings).read(
        screen,
        lang,
      );
      const all = [title, description, lead, html].join("\n");
      expect(all).not.toMatch(/\{\{|\}\}|undefined|page:\w|\{#|\]\(/);
      expect(title.length).toBeGreaterThan(3);
      expect(description.length).toBeGreaterThan(30);
      expect(description.length).toBeLessThan(170);
      for (const { id } of contents) expect(html).toContain(`id="${id}"`);
      // A table without rows, a list without items.
      expect(html).not.toMatch(/<\/thead>\s*<\/table>|<ul>\s*<\/ul>|<p>\s*<\/p>/);
    }
  });

  test("say every fact of the settings, as text", async () => {
    const { read } = pagesOf(EVERYTHING);
    const legal = (await read("legal", lang)).html.replaceAll(/[\u00a0\u202f]/g, " ");
    const facts = Object.entries(EVERYTHING).filter(([name]) => name.startsWith("OPERATOR_"));
    for (const [name, value] of facts) expect(legal, name).toContain(value);
    expect(legal).toContain('href="mailto:contact_us@example.org"');
    const privacy = (await read("privacy", lang)).html;
    for (const value of ["Cloudflare Turnstile", "Google", "leaks.example.org", "180"]) {
      expect(privacy).toContain(value);
    }
    expect(privacy).toContain('<h2 id="cookies">');
  });

  test("are the same in every language", async () => {
    const { read } = pagesOf(EVERYTHING);
    for (const screen of TEXT_SCREENS) {
      const [own, french] = await Promise.all([read(screen, lang), read(screen, "fr")]);
      const shape = (html: string) => html.match(/<(h[23]|li|tr|ol|ul)\b/g);
      expect(shape(own.html), screen).toEqual(shape(french.html));
    }
  });
});

test("the texts name everything that the site stores in a browser", async () => {
  const { html } = await pagesOf({}).read("privacy", "en");
  for (const name of ["session", "flow", "left", "language", "theme", "drafts", "kept"]) {
    expect(html).toContain(`<code>maillotheque.<wbr>${name}`);
  }
});

describe("the operator's own page", () => {
  test("replaces that of the site, in its language", async () => {
    const { read } = pagesOf({ OPERATOR_NAME: "Ada" });
    await writeOwn(
      "fr",
      "legal",
      "# Qui sommes-nous ?\r\n\r\nNous.\r\n\r\nÉdité par {{name}}.\r\n",
    );
    expect(await read("legal", "fr")).toMatchObject({
      title: "Qui sommes-nous\u202f?",
      lead: "Nous.",
      html: "<p>Édité par Ada.</p>\n",
    });
    expect((await read("legal", "en")).title).toBe("Legal notice");
    expect(logged).toEqual([]);
  });

  test("is read again, and gone when its file is", async () => {
    const { read } = pagesOf({});
    await writeOwn("en", "terms", "# One\n\nLead.");
    expect((await read("terms", "en")).title).toBe("One");
    await writeOwn("en", "terms", "# Two\n\nLead.");
    expect((await read("terms", "en")).title).toBe("Two");
    await rm(join(dataDir, "pages"), { recursive: true });
    expect((await read("terms", "en")).title).toBe("Terms of use");
  });

  test("without title and lead has those of the site", async () => {
    await writeOwn("en", "terms", "## Only a section\n\nText.");
    expect(await pagesOf({}).read("terms", "en")).toMatchObject({
      title: "Terms of use",
      description: expect.stringMatching(/^What you can expect/),
      lead: "",
    });
  });

  test("has no scripts, handlers or bad links; the log names these, once", async () => {
    const { read } = pagesOf({});
    await writeOwn(
      "en",
      "about",
      "# A\n\nB\n\n<script>x</script> <b onclick='x'>b</b> [c](javascript:x) [d](page:nowhere)",
    );
    const { html } = await read("about", "en");
    await read("about", "en");
    expect(html).not.toMatch(/<(?!\/?p>)/);
    expect(logged).toEqual([
      { page: "en/about.md", problem: "left out these links: javascript:x page:nowhere" },
    ]);
  });

  test("that can't be read is logged, and the site's is shown", async () => {
    await mkdir(join(dataDir, "pages/en/about.md"), { recursive: true });
    await writeOwn("en", "rules", "x".repeat(500_001));
    await writeOwn("en", "terms", "\n");
    const { read } = pagesOf({});
    expect((await read("about", "en")).title).toBe("About");
    expect((await read("rules", "en")).title).toBe("Contribution rules");
    expect((await read("terms", "en")).title).toBe("Terms of use");
    expect(logged).toHaveLength(2);
  });

  test("that is long has a short description", async () => {
    await writeOwn("en", "about", `# A\n\n${"many words ".repeat(100)}`);
    const { description } = await pagesOf({}).read("about", "en");
    expect(description.length).toBeLessThanOrEqual(201);
    expect(description).toMatch(/(many|words)…$/);
  });
});

test.each([
  [{}, []],
  [{ SITE_URL: "http://localhost:3000" }, []],
  [{ SITE_URL: "http://127.0.0.1:3000" }, []],
  [
    { SITE_URL: "https://shirts.example.org" },
    ["OPERATOR_NAME", "OPERATOR_ADDRESS", "OPERATOR_EMAIL", "OPERATOR_HOST"],
  ],
  [
    { SITE_URL: "https://shirts.example.org", OPERATOR_NAME: "Ada", OPERATOR_HOST: "Home" },
    ["OPERATOR_ADDRESS", "OPERATOR_EMAIL"],
  ],
])("a public site lacks settings: %j", (settings: Record<string, string>, missing) => {
  expect(pagesOf(settings).missingSettings).toEqual(missing);
  // The start says so in one line.
  const line = `The legal pages leave out sentences: set ${missing.join(", ")}`;
  expect(logged).toEqual(missing.length > 0 ? [line] : []);
});
