import { createHash } from "node:crypto";
import { expect, test } from "vitest";

import { allowMarkedScripts } from "./inline-scripts.ts";

const sha256 = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

test("allows a marked script by its hash and removes the mark", () => {
  const page = `<script nonce="mark">a()</script><script type="module" nonce="mark" async="">b(
)</script>`;
  expect(allowMarkedScripts(page, "mark")).toEqual({
    html: `<script>a()</script><script type="module" async="">b(
)</script>`,
    hashes: [sha256("a()"), sha256("b(\n)")],
  });
});

test("adds no hash for a script without the mark", () => {
  const page = '<p><script>evil()</script><script nonce="guess">evil()</script>';
  expect(allowMarkedScripts(page, "mark")).toEqual({ html: page, hashes: [] });
});

test("ignores the mark inside another script's text", () => {
  const page = '<script>"<b nonce="mark">"</script>';
  expect(allowMarkedScripts(page, "mark").hashes).toEqual([]);
});

test("adds no hash for script files", () => {
  const page = '<script nonce="mark" src="/x.js"></script><link nonce="mark" rel="preload"/>';
  expect(allowMarkedScripts(page, "mark")).toEqual({
    html: '<script src="/x.js"></script><link rel="preload"/>',
    hashes: [],
  });
});
