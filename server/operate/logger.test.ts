import { PassThrough } from "node:stream";
import { pino } from "pino";
import { expect, it } from "vitest";

import { logConsole } from "./logger.ts";

it("logs what is said to the console as one line each, its stack included", () => {
  const lines: string[] = [];
  const out = new PassThrough().on("data", (chunk: Buffer) => lines.push(chunk.toString()));
  const console = { ...globalThis.console };
  logConsole(pino({ base: undefined, timestamp: false }, out), console);
  console.error(new DOMException("the backend is away", "AbortError"));
  console.warn("votes could not be read", new TypeError("no answer"));
  console.error("seen %d times", 3);
  const said = lines.map((line) => JSON.parse(line) as { msg: string; err?: { stack: string } });
  expect(lines.every((line) => line.trimEnd().split("\n").length === 1)).toBe(true);
  expect(said.map(({ msg }) => msg)).toEqual([
    "the backend is away",
    "votes could not be read",
    "seen 3 times",
  ]);
  expect(said[0]?.err?.stack).toContain("AbortError");
});
