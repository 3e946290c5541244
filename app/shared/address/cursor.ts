import { isUuid } from "../domain/uuid.ts";

/** The last row of a page: its sort value, and its id, which breaks ties. */
export interface Cursor {
  value: string;
  id: string;
}

const SCORE = /^-?\d{1,9}$/;

/** The cursor as an address parameter: `?after=12_0f8fad5b-…`. */
export function cursorText({ value, id }: Cursor): string {
  return `${value}_${id}`;
}

/** Parses the cursor of an address; undefined (the first page) if the text is malformed. */
export function cursorOf(text: string | null): Cursor | undefined {
  const [value, id, ...rest] = text?.split("_") ?? [];
  if (!value || !id || rest.length > 0 || !isUuid(id) || !SCORE.test(value)) return undefined;
  return { value, id };
}
