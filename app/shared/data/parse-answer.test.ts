import { expect, test } from "vitest";
import { z } from "zod";

import { databaseProblem } from "./database-error.ts";
import { parseAnswer, rowWith, UnreadableAnswerError } from "./parse-answer.ts";

const page = z.object({ ids: z.array(z.string()), next: z.string().nullable() });

function failureOf(answer: unknown): unknown {
  try {
    return parseAnswer(page, answer);
  } catch (error) {
    return error;
  }
}

test("reads an answer that fits, and leaves out what nothing asks for", () => {
  expect(parseAnswer(page, { ids: ["a"], next: null, took: 3 })).toEqual({
    ids: ["a"],
    next: null,
  });
});

test("an answer of another shape is an error that names what doesn't fit", () => {
  for (const answer of [null, "", [], { ids: ["a"] }, { ids: [1], next: null }]) {
    expect(failureOf(answer)).toBeInstanceOf(UnreadableAnswerError);
  }
  expect(failureOf({ ids: ["a"] })).toMatchObject({ message: expect.stringContaining("next") });
});

test("it is shown in the words of any failure, not in its own", () => {
  const { kind, message } = databaseProblem(failureOf(null));
  expect(kind).toBe("failed");
  // One word would be looked up among the texts.
  expect(message).not.toMatch(/^\w+$/);
});

test("a row has all of its columns, and keeps the others", () => {
  const row = rowWith<{ id: string; size: string | null }>("id, size");
  expect(parseAnswer(row, { id: "a", size: null, more: 1 })).toEqual({
    id: "a",
    size: null,
    more: 1,
  });
  expect(() => parseAnswer(row, { id: "a" })).toThrow(UnreadableAnswerError);
  expect(() => parseAnswer(row, [])).toThrow(UnreadableAnswerError);
});
