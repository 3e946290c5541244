import type { ArrangedPhoto } from "./photo-arrangement.ts";
import type { Verdicts } from "../../shared/domain/suggestion.ts";

/** What an author wants an approved jersey to become: their suggestion, which waits or was refused. */
export interface JerseyEdit {
  id: string;
  /** By column; photos that go are in `removed`. */
  changes: unknown;
  verdicts: unknown;
}

interface Editable {
  /** By position. */
  images: { id: string; suggestion_id: string | null }[];
}

/** The jersey as its author wants it. Without an edit, as it is public. */
export function withEdit<Jersey extends Editable>(jersey: Jersey, edit: JerseyEdit | null): Jersey {
  const verdicts = (edit?.verdicts ?? {}) as Verdicts;
  const pending = Object.fromEntries(
    Object.entries((edit?.changes ?? {}) as object).filter(([key]) => !verdicts[key]?.accepted),
  );
  const {
    photos = [],
    removed = [],
    ...fields
  } = pending as {
    photos?: ArrangedPhoto[];
    removed?: string[];
  };
  const place = ({ id }: { id: string }) => {
    const index = photos.findIndex((photo) => photo.id === id);
    return index === -1 ? Infinity : index;
  };
  const images = jersey.images
    .filter(({ id, suggestion_id }) =>
      suggestion_id === null ? !removed.includes(id) : suggestion_id === edit?.id,
    )
    // Equal places (Infinity minus Infinity is NaN) keep the order by position.
    .sort((one, other) => place(one) - place(other) || 0);
  return { ...jersey, ...fields, images };
}
