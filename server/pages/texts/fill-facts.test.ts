import { expect, test } from "vitest";

import { fillFacts } from "./fill-facts.ts";

test("fills a fact in, and leaves out the lines that lack one", () => {
  const text = "Before\nRun by {{name}}.\nWrite to {{email}}, or call {{phone}}.\nAfter";
  expect(fillFacts(text, { name: "Ada", email: "a@example.org" })).toBe(
    "Before\nRun by Ada.\nAfter",
  );
  expect(fillFacts(text, {})).toBe("Before\nAfter");
});

test("a line can depend on facts that it doesn't show", () => {
  const text = "{{if a}}A\n{{unless a}}not A\n| {{if a}}{{unless b}}only A |";
  expect(fillFacts(text, { a: "yes" })).toBe("A\n| only A |");
  expect(fillFacts(text, { a: "yes", b: "yes" })).toBe("A");
  expect(fillFacts(text, { b: "yes" })).toBe("not A");
});

test("a fact is text, never markup", () => {
  expect(fillFacts("{{name}}", { name: "<b>*A* | [B](javascript:x) {{email}}" })).toBe(
    String.raw`\<b\>\*A\* \| \[B\]\(javascript\:x\) \{\{email\}\}`,
  );
});

test("nothing is markup in a block of code", () => {
  const text = "```bash\n{{curl}}\n```\n{{curl}}";
  expect(fillFacts(text, { curl: "curl -s a.b" })).toBe(
    "```bash\ncurl -s a.b\n```\n" + String.raw`curl \-s a\.b`,
  );
});
