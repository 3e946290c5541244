import { z } from "zod";

import { isPlain } from "../domain/import/plain.ts";

/** The database answered something that this version of the site can't read. Shown like any failure (`databaseProblem`). */
export class UnreadableAnswerError extends Error {
  override name = "UnreadableAnswerError";
}

/** What a function of the database answers with `jsonb`, whose shape no type declares. */
export function parseAnswer<Answer>(schema: z.ZodType<Answer>, answer: unknown): Answer {
  const { success, data, error } = schema.safeParse(answer);
  if (success) return data;
  throw new UnreadableAnswerError(`unreadable answer: ${z.prettifyError(error)}`, { cause: error });
}

/**
 * A row as its table declares it: only that its columns are there is looked at.
 * @param columns as a query names them
 */
export const rowWith = <Row>(columns: string) =>
  z.custom<Row>((row) => isPlain(row) && columns.split(", ").every((column) => column in row));
