import { mailLayout } from "@maillotheque/backend";
import { type Context, Hono } from "hono";

import { href } from "../../app/shared/address/paths.ts";
import { isLanguage, type Language } from "../../app/shared/i18n/languages.ts";
import { SITE_NAME } from "../operate/backend-options.ts";
import type { PagesOptions } from "../pages/pages.ts";
import { MAIL_TEXTS } from "./texts/texts.ts";

type Access = Pick<PagesOptions["access"], "url" | "anonKey" | "siteUrl" | "fetch">;

/** Time limit in milliseconds. */
const PATIENCE = 10_000;

/** Mails that come again and again, with what ends them; the subject is in their address. */
const REPEATED = { letters: "stop_letters", reviews: "stop_review_mails" } as const;

const { button, escape, page, paragraph } = mailLayout;

/**
 * The unsubscribe addresses of notice mails, of the weekly letter and of the daily mail to reviewers: mailbox providers post
 * here when the user unsubscribes. A GET request never changes anything: of notices it leads to the settings, where topics are
 * chosen; of the others it shows a button, for which nobody has to sign in.
 */
export function unsubscribeRoute(access: () => Access | undefined): Hono {
  const app = new Hono();
  const notices = "/notices/:id{[0-9a-f-]{36}}/stop";

  app.get(notices, (c) =>
    c.redirect(href("accountSection", { section: "settings" }, languageOf(c))),
  );

  app.post(notices, async (c) => {
    const isDone = await call(access(), "stop_notice_mails", { notice_id: c.req.param("id") });
    return isDone ? c.text("ok\n") : later(c);
  });

  for (const [subject, stopping] of Object.entries(REPEATED)) {
    const address = `/${subject}/:key{[0-9a-f-]{36}}/stop`;
    const textsOf = (lang: Language) => MAIL_TEXTS[lang][subject as keyof typeof REPEATED];
    app.get(address, (c) => {
      const lang = languageOf(c);
      const { stopped, stop } = textsOf(lang);
      // Posts to the address of this page.
      const form = `<form method="post"><button class="button" style="border: 0; font: inherit; font-weight: 700; cursor: pointer">${escape(stop)}</button></form>`;
      return letterPage(c, lang, stopped.question, form);
    });

    app.post(address, async (c) => {
      if (!(await call(access(), stopping, { key: c.req.param("key") ?? "" }))) return later(c);
      if (!c.req.header("accept")?.includes("text/html")) return c.text("ok\n");
      const lang = languageOf(c);
      const { stopped, settings, stop } = textsOf(lang);
      const link = href("accountSection", { section: "settings" }, lang);
      return letterPage(c, lang, stop, `${paragraph(stopped.done)}\n${button(link, settings)}`);
    });
  }
  return app;
}

function languageOf(c: Context): Language {
  const lang = c.req.query("lang");
  return isLanguage(lang) ? lang : "fr";
}

function letterPage(c: Context, lang: Language, title: string, body: string) {
  c.header("Cache-Control", "no-store");
  c.header("X-Robots-Tag", "noindex");
  return c.html(page({ brand: SITE_NAME, language: lang, title, body, footer: "" }));
}

const later = (c: Context) => c.text("In a moment\n", 503, { "Retry-After": "60" });

/** Calls a function of the database as a visitor; false if it could not be reached. */
async function call(
  { url, anonKey, siteUrl, fetch = globalThis.fetch }: Partial<Access> = {},
  name: string,
  values: Record<string, string>,
): Promise<boolean> {
  if (!anonKey) return false;
  const answer = await fetch(
    new Request(`${url || siteUrl}/rest/v1/rpc/${name}`, {
      method: "POST",
      headers: { apikey: anonKey, "content-type": "application/json" },
      body: JSON.stringify(values),
      signal: AbortSignal.timeout(PATIENCE),
    }),
  ).catch(() => undefined);
  // 400: the id is malformed. The answer doesn't reveal which ids exist.
  return answer?.ok === true || answer?.status === 400;
}
