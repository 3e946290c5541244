import { globSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

import { historyOf } from "../../app/browse/i18n/history.ts";
import type { Language } from "../../app/shared/i18n/languages.ts";
import { typesetAll } from "../../app/shared/i18n/typeset.ts";
import { AWAY_TEXTS } from "../../server/pages/unavailable.ts";
import { MAIL_TEXTS } from "../../server/mail/texts/texts.ts";
import { renderMarkdown } from "../../server/pages/texts/render-markdown.ts";

const APP = join(import.meta.dirname, "../../app");

export interface ShownText {
  /** Where it is: `submit:fields.title`. */
  key: string;
  text: string;
}

/**
 * Every text of a language as people see it: pages, histories, mails (security, decisions, reports
 * by visitors), and the pages that are texts, by their lines.
 */
export function shownTexts(lang: Language): ShownText[] {
  const files = globSync(`*/messages/${lang}/*.json`, { cwd: APP });
  const history = files.find((file) => basename(file) === "history.json")!;
  return [
    ...files
      .filter((file) => file !== history)
      .flatMap((file) => flat(typesetAll(read(file), lang), `${basename(file, ".json")}:`)),
    ...Object.keys(read(history)).flatMap((slug) =>
      flat(historyOf(slug, lang)!, `history:${slug}.`),
    ),
    ...flat(MAIL_TEXTS[lang].account, "mail:"),
    ...flat(MAIL_TEXTS[lang].notices, "notice mail:"),
    ...flat(MAIL_TEXTS[lang].visitorReports, "report mail:"),
    ...flat(AWAY_TEXTS[lang], "unavailable:"),
    ...pagesOf(join(APP, "site/messages", lang, "pages")),
  ];

  function pagesOf(directory: string): ShownText[] {
    return readdirSync(directory).flatMap((file) => {
      const source = readFileSync(join(directory, file), "utf8").replaceAll(CONDITION, "");
      const { title = "", lead, html } = renderMarkdown(source, lang);
      const shown = `${title}\n${lead}\n${html.replaceAll(CODE, "code")}`.replaceAll(TAG, "\n");
      const lines = shown.split("\n").map((line) => decoded(line).trim());
      return lines.filter(Boolean).map((text) => ({ key: `pages/${file}`, text }));
    });
  }
}

/** `{{if mail}}` at the beginning of a line of a page. */
const CONDITION = /\{\{(?:if|unless) \w+\}\}/g;
const CODE = /<code>.*?<\/code>/g;
/** Tags that begin another line; links and emphasis stay inside their sentence. */
const TAG = /<(?!\/?(?:a|em|strong)\b)[^>]*>/g;

function decoded(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

function read(file: string): object {
  return JSON.parse(readFileSync(join(APP, file), "utf8")) as object;
}

function flat(texts: object, prefix: string): ShownText[] {
  return Object.entries(texts).flatMap(([key, inner]: [string, unknown]) =>
    typeof inner === "object" && inner !== null
      ? flat(inner, `${prefix}${key}.`)
      : [{ key: prefix + key, text: String(inner) }],
  );
}
