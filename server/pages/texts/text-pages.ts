import { readFile } from "node:fs/promises";
import { join } from "node:path";

import type { TextScreen } from "../../../app/shared/address/screens.ts";
import type { TextPage, TextPages } from "../../../app/shared/data/backend-access.ts";
import type { Language } from "../../../app/shared/i18n/languages.ts";
import type { Env } from "../../operate/settings/env.ts";
import type { Logger } from "../../operate/logger.ts";
import { fillFacts } from "./fill-facts.ts";
import { missingOperatorSettings } from "./operator.ts";
import { readOwnPage } from "./own-pages.ts";
import { type RenderedText, renderMarkdown } from "./render-markdown.ts";
import { type Services, siteFacts } from "./site-facts.ts";

const MESSAGES = join(import.meta.dirname, "../../../app/site/messages");

/** Search engines show about as many characters of a description. */
const DESCRIPTION_LENGTH = 200;

/**
 * The pages that are texts (docs/product/site.md 21). The operator's own Markdown comes first, and is
 * read at every rendering: the page cache makes these rare. Logs which settings a public site lacks.
 */
export function createTextPages(
  env: Env,
  siteUrl: string,
  services: Services,
  log: Logger,
): TextPages {
  const facts = siteFacts(env, siteUrl, services);
  /** The last problem of a page, so that each is logged once. */
  const reported = new Map<string, string>();

  function report(page: string, problem: string): void {
    if (reported.get(page) === problem) return;
    reported.set(page, problem);
    if (problem) log.warn({ page, problem }, "a page of DATA_DIR/pages is not as written");
  }

  async function readOwn(screen: TextScreen, lang: Language): Promise<RenderedText | undefined> {
    const page = `${lang}/${screen}.md`;
    try {
      const source = await readOwnPage(env.DATA_DIR, lang, screen);
      const text = source === undefined ? undefined : render(source, lang);
      const links = text?.refusedLinks ?? [];
      report(page, links.length > 0 ? `left out these links: ${links.join(" ")}` : "");
      return text;
    } catch (error) {
      report(page, `can't be read: ${(error as Error).message}`);
      return undefined;
    }
  }

  async function readShipped(screen: TextScreen, lang: Language): Promise<RenderedText> {
    const file = join(MESSAGES, lang, "pages", `${screen}.md`);
    return render(await readFile(file, "utf8"), lang);
  }

  function render(source: string, lang: Language): RenderedText {
    return renderMarkdown(fillFacts(source, facts), lang);
  }

  async function read(screen: TextScreen, lang: Language): Promise<TextPage> {
    const [own, shipped] = await Promise.all([readOwn(screen, lang), readShipped(screen, lang)]);
    const { title, description, lead, html, contents } = own ?? shipped;
    return {
      title: title || shipped.title || screen,
      description: shorten(description || shipped.description),
      lead,
      html,
      contents,
    };
  }

  const missingSettings = missingOperatorSettings(env);
  if (missingSettings.length > 0) {
    log.warn(`The legal pages leave out sentences: set ${missingSettings.join(", ")}`);
  }
  return { read, missingSettings };
}

/** Cuts a text at the end of a word. */
function shorten(text: string): string {
  if (text.length <= DESCRIPTION_LENGTH) return text;
  return `${text.slice(0, DESCRIPTION_LENGTH).replace(/\s+\S*$/, "")}…`;
}
