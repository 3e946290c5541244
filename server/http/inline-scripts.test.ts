import { createHash } from "node:crypto";
import { expect, test } from "vitest";

import { allowMarkedScripts } from "./inline-scripts.ts";

const sha256 = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

test("a marked script is allowed by its hash, and the mark taken out", () => {
  const page = `<script nonce="mark">a()</script><script type="module" nonce="mark" async="">b(
)</script>`;
  expect(allowMarkedScripts(page, "mark")).toEqual({
    html: `<script>a()</script><script type="module" async="">b(
)</script>`,
    hashes: [sha256("a()"), sha256("b(\n)")],
  });
});

test("a script without the mark gets no hash", () => {
  const page = '<p><script>evil()</script><script nonce="guess">evil()</script>';
  expect(allowMarkedScripts(page, "mark")).toEqual({ html: page, hashes: [] });
});

test("the mark inside another script's text marks nothing", () => {
  const page = '<script>"<b nonce="mark">"</script>';
  expect(allowMarkedScripts(page, "mark").hashes).toEqual([]);
});

test("files need no hash", () => {
  const page = '<script nonce="mark" src="/x.js"></script><link nonce="mark" rel="preload"/>';
  expect(allowMarkedScripts(page, "mark")).toEqual({
    html: '<script src="/x.js"></script><link rel="preload"/>',
    hashes: [],
  });
});
