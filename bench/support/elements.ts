/** A page's markup as plain data: tag, attributes and content. */
export type Markup = string | [tag: string, attributes: Record<string, unknown>, ...Markup[]];

const TOKEN = /<!--.*?-->|<(\/?)([a-zA-Z][\w-]*)((?:\s[^\s=>]+(?:="[^"]*")?)*)\s*(\/?)>|[^<]+/gs;
const ATTRIBUTE = /([^\s=]+)(?:="([^"]*)")?/g;
const VOID = new Set(["area", "br", "col", "hr", "img", "input", "link", "meta", "source"]);

/** The content of a page's `<body>` as written by React, without its scripts. */
export function markupOf(html: string): Markup[] {
  const body = /<body[^>]*>(.*)<\/body>/s.exec(html)?.[1] ?? "";
  const root: Markup = ["body", {}];
  const open: Exclude<Markup, string>[] = [root];
  for (const [text, end, tag, attributes = "", closed] of withoutScripts(body).matchAll(TOKEN)) {
    const inner = open.at(-1)!;
    if (text.startsWith("<!--")) continue;
    if (!tag) inner.push(unescape(text));
    else if (end) open.pop();
    else {
      const element: Markup = [tag, attributesOf(attributes)];
      inner.push(element);
      if (!closed && !VOID.has(tag)) open.push(element);
    }
  }
  if (open.length !== 1) throw new Error("the markup is not as React writes it");
  return root.slice(2) as Markup[];
}

/** The number of elements. */
export function elementsIn(markup: Markup[]): number {
  return markup.reduce<number>(
    (sum, part) =>
      typeof part === "string" ? sum : sum + 1 + elementsIn(part.slice(2) as Markup[]),
    0,
  );
}

function withoutScripts(html: string): string {
  return html.replaceAll(/<script\b.*?<\/script>/gs, "");
}

function attributesOf(text: string): Record<string, unknown> {
  const attributes: Record<string, unknown> = {};
  for (const [, name = "", value = ""] of text.matchAll(ATTRIBUTE)) {
    attributes[name === "class" ? "className" : name] =
      name === "style" ? styleOf(unescape(value)) : unescape(value);
  }
  return attributes;
}

function styleOf(text: string): Record<string, string> {
  return Object.fromEntries(text.split(";").map((rule) => rule.split(":", 2) as [string, string]));
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };

function unescape(text: string): string {
  return text.replaceAll(/&(\w+|#x27);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}
