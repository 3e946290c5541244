import type { Browser } from "@playwright/test";

/** A page's markup as plain data: tag, attributes and content. */
export type Markup = string | [tag: string, attributes: Record<string, unknown>, ...Markup[]];

/** The content of a page's `<body>`, without its scripts. */
export async function markupOf(browser: Browser, html: string): Promise<Markup[]> {
  const page = await browser.newPage();
  const markup = await page.evaluate((text) => {
    const styleOf = (style: string) =>
      Object.fromEntries(style.split(";").map((rule) => rule.split(":", 2)));
    const of = (node: Node): Markup[] => {
      if (node instanceof Text) return [node.data];
      if (!(node instanceof Element) || node.localName === "script") return [];
      const attributes = [...node.attributes].map(({ name, value }) => [
        name === "class" ? "className" : name,
        name === "style" ? styleOf(value) : value,
      ]);
      return [
        [node.localName, Object.fromEntries(attributes), ...[...node.childNodes].flatMap(of)],
      ];
    };
    const { body } = new DOMParser().parseFromString(text, "text/html");
    return [...body.childNodes].flatMap(of);
  }, html);
  await page.close();
  return markup;
}
