import { isUuid } from "../domain/uuid.ts";

/** The last row of a page: what it was ordered by, and its id, which breaks ties. */
export interface Cursor {
  value: string;
  id: string;
}

const SCORE = /^-?\d{1,9}$/;

/** As it stands in an address: `?after=12_0f8fad5b-…`. */
export function cursorText({ value, id }: Cursor): string {
  return `${value}_${id}`;
}

/** The cursor an address names; anything that none was made from means the beginning. */
export function cursorOf(text: string | null): Cursor | undefined {
  const [value, id, ...rest] = text?.split("_") ?? [];
  if (!value || !id || rest.length > 0 || !isUuid(id) || !SCORE.test(value)) return undefined;
  return { value, id };
}
