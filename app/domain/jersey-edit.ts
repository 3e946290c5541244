/** What an author wants an approved jersey to become (table `jersey_edits`). */
export interface JerseyEdit {
  /** `open` waits for an administrator. */
  status: "open" | "refused";
  /** Why it was refused. */
  note: string | null;
  /** The changed texts by column. */
  changes: unknown;
  removed_images: string[];
  /** Ids; images that are not in it come last. Null: by position. */
  image_order: string[] | null;
}

interface Editable {
  edit: JerseyEdit | null;
  /** By position. */
  images: { id: string }[];
}

/** The jersey as its edit wants it. Without an edit, the jersey itself. */
export function withEdit<Jersey extends Editable>(jersey: Jersey): Jersey {
  const { edit } = jersey;
  if (!edit) return jersey;
  const place = ({ id }: { id: string }) => {
    const index = edit.image_order?.indexOf(id) ?? -1;
    return index === -1 ? Infinity : index;
  };
  const images = jersey.images
    .filter(({ id }) => !edit.removed_images.includes(id))
    // Equal places (Infinity minus Infinity is NaN) keep the order by position.
    .sort((one, other) => place(one) - place(other) || 0);
  return { ...jersey, ...(edit.changes as object), images };
}
