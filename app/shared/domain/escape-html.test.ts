import { expect, test } from "vitest";

import { escapeHtml } from "./escape-html.ts";

test.each([
  ["Sporting & Co", "Sporting &#38; Co"],
  ["<script>alert('x')</script>", "&#60;script&#62;alert(&#39;x&#39;)&#60;/script&#62;"],
  ['" onclick="', "&#34; onclick=&#34;"],
  ["São Paulo 東京", "São Paulo 東京"],
])("escapes %s", (text, expected) => {
  expect(escapeHtml(text)).toBe(expected);
});
