import MarkdownIt, { type Token } from "markdown-it";

import { href } from "../../../app/shared/address/paths.ts";
import { type Screen, SCREEN_NAMES, SCREENS } from "../../../app/shared/address/screens.ts";
import { screenAt } from "../../../app/shared/address/screen-at.ts";
import { escapeHtml } from "../../../app/shared/domain/escape-html.ts";
import { slug } from "../../../app/shared/domain/slug.ts";
import type { Language } from "../../../app/shared/i18n/languages.ts";
import { typeset } from "../../../app/shared/i18n/typeset.ts";

/** A Markdown text as HTML. */
export interface RenderedText {
  /** The heading of the first level, if the text begins with one. */
  title: string | undefined;
  /** The paragraph after it, as plain text and as HTML. */
  description: string;
  lead: string;
  html: string;
  /** The sections: headings of the second level. */
  contents: { id: string; title: string }[];
  /** The links that were left out, because they are unsafe or lead nowhere. */
  refusedLinks: string[];
}

/** Addresses of other sites, mailboxes and telephones. */
const ELSEWHERE = /^(https?:\/\/[^/\\]|mailto:[^/]|tel:\+?\d)/i;

/** `page:privacy#cookies`: a screen by its name, and perhaps a section. */
const SCREEN_LINK = /^page:(\w+)(#[\w-]+)?$/;

/** A heading's own id: `## Cookies {#cookies}`. */
const OWN_ID = /\s*\{#([\w-]+)\}\s*$/;

/**
 * Renders a Markdown text. HTML in it is shown as text, images are left out, and links lead only to
 * sections, to screens of this site (`page:terms`, `/en/terms`), or to web, mail and telephone
 * addresses.
 */
export function renderMarkdown(source: string, lang: Language): RenderedText {
  const refusedLinks: string[] = [];
  const markdown = new MarkdownIt({ html: false }).disable("image");
  markdown.validateLink = (link) => {
    const isGood = isGoodLink(link);
    if (!isGood) refusedLinks.push(link);
    return isGood;
  };
  Object.assign(markdown.renderer.rules, {
    table_open: openTable,
    table_close: closeTable,
    code_inline: inlineCode,
    fence: codeBlock,
  });

  const env = {};
  const tokens = markdown.parse(source, env);
  for (const token of tokens) for (const part of token.children ?? []) prepare(part, lang);
  const contents = nameHeadings(tokens);
  const body = withoutEmptySections(tokens);
  const title = body[0]?.tag === "h1" ? plainText(body.splice(0, 3)[1]) : undefined;
  const lead = body[0]?.type === "paragraph_open" ? body.splice(0, 3)[1] : undefined;
  const { renderer, options } = markdown;
  const shown = new Set(body);
  return {
    title,
    description: plainText(lead),
    lead: renderer.renderInline(lead?.children ?? [], options, env),
    html: renderer.render(body, options, env),
    contents: contents.flatMap(({ heading, id, title }) =>
      heading.tag === "h2" && shown.has(heading) ? [{ id, title }] : [],
    ),
    refusedLinks,
  };
}

function isGoodLink(link: string): boolean {
  if (ELSEWHERE.test(link)) return URL.canParse(link);
  if (/^#[\w-]+$/.test(link)) return true;
  const [, name] = SCREEN_LINK.exec(link) ?? [];
  if (name) return linkableScreen(name) !== undefined;
  // A path of this site; not `//host`, which is another site.
  return /^\/(?![/\\])/.test(link) && screenAt(link.split(/[?#]/, 1)[0]!) !== undefined;
}

/** A screen whose address has no parameters. */
function linkableScreen(name: string): Screen | undefined {
  return SCREEN_NAMES.find((screen) => screen === name && !SCREENS[screen].path.fr.includes(":"));
}

function prepare(token: Token, lang: Language): void {
  if (token.type === "text") token.content = typeset(token.content, lang);
  if (token.type !== "link_open") return;
  const link = String(token.attrGet("href") ?? "");
  const [, name = "", section = ""] = SCREEN_LINK.exec(link) ?? [];
  const screen = linkableScreen(name);
  if (screen) token.attrSet("href", href(screen as "home", {}, lang) + section);
  else if (/^https?:/i.test(link)) token.attrSet("rel", "noopener");
}

/** Gives each heading an id: its own, else one made of its words. */
function nameHeadings(tokens: Token[]) {
  const used = new Set<string>();
  return tokens.flatMap((heading, n) => {
    const inline = tokens[n + 1];
    if (heading.type !== "heading_open" || !inline) return [];
    const last = inline.children?.at(-1);
    const [mark, own] = OWN_ID.exec(last?.content ?? "") ?? [];
    if (last && mark) last.content = last.content.slice(0, -mark.length);
    const title = plainText(inline);
    const words = own ?? (slug(title) || "section");
    let id = words;
    for (let more = 2; used.has(id); more++) id = `${words}-${more}`;
    used.add(id);
    heading.attrSet("id", id);
    return [{ heading, id, title }];
  });
}

/** Leaves out headings that nothing follows: their sentences lacked a fact. */
function withoutEmptySections(tokens: Token[]): Token[] {
  const remaining: Token[] = [];
  for (const token of tokens.toReversed()) {
    remaining.unshift(token);
    if (token.type !== "heading_open" || token.tag === "h1") continue;
    const next = remaining[3];
    if (!next || (next.type === "heading_open" && next.tag <= token.tag)) remaining.splice(0, 3);
  }
  return remaining;
}

function plainText(inline: Token | undefined): string {
  const parts = (inline?.children ?? []).map(({ type, content }) =>
    type === "softbreak" || type === "hardbreak" ? " " : content,
  );
  return parts.join("");
}

/** A table of more than two columns scrolls on a phone, also by keyboard. */
function openTable(tokens: Token[], at: number): string {
  const end = tokens.findIndex(({ type }, n) => n > at && type === "thead_close");
  const columns = tokens.slice(at, end).filter(({ type }) => type === "th_open").length;
  return columns > 2 ? '<div class="wide-table" tabindex="0">\n<table>\n' : "<div>\n<table>\n";
}

function closeTable(): string {
  return "</table>\n</div>\n";
}

/** Scrolls sideways on a phone, also by keyboard. */
function codeBlock(tokens: Token[], at: number): string {
  const { content = "", info = "" } = tokens[at] ?? {};
  const language = /^\w+$/.test(info) ? ` class="language-${info}"` : "";
  return `<pre tabindex="0"><code${language}>${escapeHtml(content)}</code></pre>\n`;
}

/** A long name may break after its dots: on a phone it is as wide as half a table. */
function inlineCode(tokens: Token[], at: number): string {
  return `<code>${escapeHtml(tokens[at]?.content ?? "").replaceAll(".", ".<wbr>")}</code>`;
}
