import { BULK_NAMES, type BulkName, type CopyDetails } from "./copy-details.ts";
import type { CopyProblem } from "./copy-problem.ts";
import { copyRules, priceForm } from "./copy-rules.ts";

/** What was typed; a detail that is undefined is left as it is, an empty one is removed. */
export type BulkForm = Partial<Record<BulkName, string | undefined>>;

/**
 * The details to save, or the problems of the form.
 * @param currency of the price
 */
export function readBulkForm(
  form: BulkForm,
  currency: string,
):
  | { details: Partial<CopyDetails>; problems?: undefined }
  | {
      details?: undefined;
      problems: Partial<Record<BulkName, CopyProblem>>;
    } {
  const details: Partial<CopyDetails> = {};
  const problems: Partial<Record<BulkName, CopyProblem>> = {};
  for (const name of BULK_NAMES) {
    const typed = form[name];
    if (typed === undefined) continue;
    const { data, error } =
      name === "price"
        ? priceForm.safeParse({ price: typed, currency })
        : copyRules[name].transform((value) => ({ [name]: value })).safeParse(typed);
    if (error) problems[name] = error.issues[0]?.message as CopyProblem;
    else Object.assign(details, data);
  }
  if (Object.keys(problems).length > 0) return { problems };
  // A loan that ends, or goes to someone else, began at another time.
  if ("lent_to" in details) details.lent_since = null;
  return { details };
}
