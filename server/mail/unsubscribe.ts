import { Hono } from "hono";

import { isLanguage } from "../../app/shared/i18n/languages.ts";
import { href } from "../../app/shared/address/paths.ts";
import type { PagesOptions } from "../pages/pages.ts";

type Access = Pick<PagesOptions["access"], "url" | "anonKey" | "siteUrl" | "fetch">;

/** Time limit in milliseconds. */
const PATIENCE = 10_000;

/**
 * The unsubscribe address of notice mails: mailbox providers post here when the user unsubscribes.
 * A visitor who opens the address is redirected to the settings; a GET request never changes
 * anything.
 */
export function unsubscribeRoute(access: () => Access | undefined): Hono {
  const app = new Hono();
  const path = "/notices/:id{[0-9a-f-]{36}}/stop";

  app.get(path, (c) => {
    const lang = c.req.query("lang");
    const own = isLanguage(lang) ? lang : "fr";
    return c.redirect(href("accountSection", { section: "settings" }, own));
  });

  app.post(path, async (c) => {
    const { url, anonKey, siteUrl, fetch = globalThis.fetch } = access() ?? {};
    if (!anonKey) return c.text("In a moment\n", 503, { "Retry-After": "1" });
    const answer = await fetch(
      new Request(`${url || siteUrl}/rest/v1/rpc/stop_notice_mails`, {
        method: "POST",
        headers: { apikey: anonKey, "content-type": "application/json" },
        body: JSON.stringify({ notice_id: c.req.param("id") }),
        signal: AbortSignal.timeout(PATIENCE),
      }),
    ).catch(() => undefined);
    // 400: the id is malformed. The answer doesn't reveal which ids exist.
    const settled = answer?.ok || answer?.status === 400;
    return settled ? c.text("ok\n") : c.text("In a moment\n", 503, { "Retry-After": "60" });
  });
  return app;
}
