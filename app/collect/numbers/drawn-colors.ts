import { defaultColors } from "../../contribute/domain/default-colors.ts";
import type { CopyEntry } from "../domain/copies/filter.ts";
import { formerShirt } from "../domain/copies/former-shirt.ts";

/** A shirt without a page has the colours in which it is drawn, as a jersey has (docs/product/jersey.md 23.4); none if its team is unknown. */
export function withDrawnColors(entry: CopyEntry): CopyEntry {
  const { copy, facts } = entry;
  if (copy.jersey || !copy.former_jersey?.teams) return entry;
  const { colors, kitType, seed } = formerShirt(copy);
  return { copy, facts: { ...facts, colors: defaultColors({ colors, kitType, seed }) } };
}
