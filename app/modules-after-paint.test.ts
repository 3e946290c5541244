import { expect, test } from "vitest";

import { modulesAfterPaint } from "./modules-after-paint.ts";

const MODULE = '<script type="module" async="" nonce="secret">import "/assets/a.js";</script>';
const PAGE = `<head><link rel="modulepreload" href="/assets/a.js"/><link rel="preload" href="/a.woff2"/></head><body>Maillots${MODULE}</body>`;

test("modules and their preloads are held in one template, everything else stays", () => {
  const page = modulesAfterPaint(PAGE, "secret");
  const [, head, held, start] =
    /^<head>(.*)<\/head><body>Maillots<template>(.*)<\/template><script nonce="secret">(.*)<\/script><\/body>$/s.exec(
      page,
    )!;
  expect(head).toBe('<link rel="preload" href="/a.woff2"/>');
  expect(held).toBe(`<link rel="modulepreload" href="/assets/a.js"/>${MODULE}`);
  expect(start).toContain("first-contentful-paint");
});

test("a page without modules stays as it is", () => {
  expect(
    modulesAfterPaint(PAGE.replace(MODULE, "").replace(/<link rel="modulepreload".*?>/, "")),
  ).toBe('<head><link rel="preload" href="/a.woff2"/></head><body>Maillots</body>');
});
