import type { CopyDetails } from "../copies/copy.ts";

type Detail = keyof CopyDetails;

/**
 * A copy with some details of a line. Details that the database stores together change together: a price with its currency, a
 * signature with who signed, lending with its date.
 */
export function merged(
  copy: CopyDetails,
  details: CopyDetails,
  names: Iterable<Detail>,
): CopyDetails {
  const taken = new Set(names);
  if (!taken.has("price")) taken.delete("currency");
  else if (details.price !== copy.price) taken.add("currency");
  const entries = detailsOf(details).map((name) => [
    name,
    (taken.has(name) ? details : copy)[name],
  ]);
  const result = Object.fromEntries(entries) as CopyDetails;
  return {
    ...result,
    is_signed: result.is_signed || Boolean(result.signed_by ?? result.certificate),
    lent_since: result.lent_to ? result.lent_since : null,
  };
}

/** The details in which two copies differ. */
export function differences(before: CopyDetails, after: CopyDetails): Detail[] {
  return detailsOf(after).filter((name) => before[name] !== after[name]);
}

/** True for a detail that says something: a price of 0 does. */
export const says = (value: CopyDetails[Detail]): boolean => value !== null && value !== false;

const detailsOf = (details: CopyDetails) => Object.keys(details) as Detail[];
