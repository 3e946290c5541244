/** What a fact is. Its kind brings its control, its rule, its comparison, its words and how a list writes it. */
type FactKind = "line" | "text" | "link" | "year" | "price" | "choice" | "colors" | "codes" | "row";

/** One fact: everything that the parts of the site need to know of it. */
export interface Fact {
  /** Its column. */
  name: string;
  kind: FactKind;
  /** The characters that a text has. */
  min?: number;
  max?: number;
  /** The values of a choice, in the order of lists. */
  choices?: readonly string[];
  /** True if no jersey is without it. */
  isRequired?: true;
  /** Of a free text: the row of the catalogue that it stands for. */
  row?: string;
  /** True if the author of an approved jersey changes it without a source (docs/product/contribute.md 10.15). */
  isOwn?: true;
  /** True if a trusted member's correction of it is public at once (`private.small_columns()`). */
  isSmall?: true;
  /** True if the catalogue is filtered by it: a filter of its name. */
  isFacet?: true;
}

/** The name of a column in words: `season_id` is the season. */
export const fieldOf = (column: string) => column.replace(/_id$/, "");
