import { describe, expect, test } from "vitest";

import { fillFacts } from "./fill-facts.ts";
import { renderMarkdown } from "./render-markdown.ts";

const htmlOf = (source: string) => renderMarkdown(source, "en").html;

test("takes title, lead and contents out of a text", () => {
  const { title, lead, description, html, contents } = renderMarkdown(
    "# Rules\n\nBe *kind*.\nAlways.\n\n## One thing\n\nText.\n\n### Detail\n\nText.\n\n## One thing\n\nText.",
    "en",
  );
  expect({ title, lead, description }).toEqual({
    title: "Rules",
    lead: "Be <em>kind</em>.\nAlways.",
    description: "Be kind. Always.",
  });
  expect(html).not.toMatch(/<h1|kind/);
  expect(html).toContain('<h3 id="detail">Detail</h3>');
  expect(contents).toEqual([
    { id: "one-thing", title: "One thing" },
    { id: "one-thing-2", title: "One thing" },
  ]);
});

test("a heading may name its id, so that links hold in every language", () => {
  const { html, contents } = renderMarkdown("## Cookies et stockage {#cookies}\n\nText.", "fr");
  expect(html).toContain('<h2 id="cookies">Cookies et stockage</h2>');
  expect(contents).toEqual([{ id: "cookies", title: "Cookies et stockage" }]);
});

test("leaves out sections that lost all their sentences", () => {
  const source =
    "# A\n\n## Empty\n\n{{name}}\n\n### Also empty\n\n- {{name}}\n\n## Full\n\nText.\n\n## Last";
  const { html, contents } = renderMarkdown(fillFacts(source, {}), "en");
  expect(contents.map(({ title }) => title)).toEqual(["Full"]);
  expect(html).not.toMatch(/empty|Last/i);
});

test("sets French spaces that don't break", () => {
  const { title, html } = renderMarkdown("# Quoi ?\n\nLead.\n\nCeci : « cela » ; `a : b`", "fr");
  expect(title).toBe("Quoi\u202f?");
  expect(html).toContain("Ceci\u00a0: «\u00a0cela\u00a0»\u202f; <code>a : b</code>");
});

describe("is safe", () => {
  test.each([
    "<script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    'Text <a href="javascript:alert(1)" onclick="x()">link</a>',
    "<iframe src=//evil.example></iframe>",
    "<style>body{display:none}</style>",
    "<!-- comment -->",
    "![picture](https://evil.example/x.png)",
    "&lt;script&gt;",
    "# <script>x</script>\n\n<svg onload=x>\n\n## <b onclick=x>x</b>",
    '[x](/en "<script>")',
    '`<script>` and\n\n```"><script>\n<script>\n```',
  ])("%s", (source) => {
    const { html, lead, title, contents } = renderMarkdown(`# T\n\nLead\n\n${source}`, "en");
    const tags = [...(html + lead).matchAll(/<\/?([a-z0-9]+)/gi)].map(([, name]) => name);
    const known = ["p", "a", "code", "pre", "h1", "h2"];
    expect(tags.filter((name) => !known.includes(name!))).toEqual([]);
    expect(html.replaceAll(/&lt;.*?&gt;/gs, "")).not.toMatch(/<[^>]*\son\w+=/i);
    expect(title).toBe("T");
    expect(contents.length).toBeLessThan(2);
  });

  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "&#106;avascript:alert(1)",
    "java&#x0A;script:alert(1)",
    "vbscript:x",
    "data:text/html,<script>",
    "data:image/png;base64,x",
    "file:///etc/passwd",
    "//evil.example",
    "/\\evil.example",
    "https://",
    "http:evil",
    "blob:x",
    "relative/path",
    "?query",
    "",
  ])("refuses a link to %j", (link) => {
    const html = htmlOf(`Text [x](<${link}>) text`);
    expect(html).not.toMatch(/href="(?!")/);
  });

  test.each([
    ["https://example.org/a?b=c#d", 'href="https://example.org/a?b=c#d" rel="noopener"'],
    ["mailto:a@example.org", 'href="mailto:a@example.org"'],
    ["tel:+33123456789", 'href="tel:+33123456789"'],
    ["#cookies", 'href="#cookies"'],
    ["page:privacy#cookies", 'href="/en/privacy#cookies"'],
    ["page:home", 'href="/en"'],
    ["/confidentialite", 'href="/confidentialite"'],
    ["/en/sport/nba?x=1", 'href="/en/sport/nba?x=1"'],
  ])("takes a link to %s", (link, expected) => {
    expect(htmlOf(`Text\n\nText [x](${link})`)).toContain(`<a ${expected}>x</a>`);
  });
});

test("names the links that lead nowhere", () => {
  const { refusedLinks, html } = renderMarkdown(
    "Lead\n\n[a](page:nowhere) [b](page:team) [c](/en/nowhere) [d](page:terms)",
    "en",
  );
  expect(refusedLinks).toEqual(["page:nowhere", "page:team", "/en/nowhere"]);
  expect(html.match(/<a /g)).toHaveLength(1);
});

test("a long name in code may break after its dots", () => {
  expect(htmlOf("Lead\n\n`site.a<b`")).toBe("<p><code>site.<wbr>a&#60;b</code></p>\n");
});

test("a wide table can be scrolled by keyboard", () => {
  const table = (columns: number) =>
    `Lead\n\n|${" a |".repeat(columns)}\n|${"---|".repeat(columns)}\n|${" b |".repeat(columns)}`;
  expect(htmlOf(table(2))).not.toContain("tabindex");
  expect(htmlOf(table(3))).toContain('<div class="wide-table" tabindex="0">');
});
