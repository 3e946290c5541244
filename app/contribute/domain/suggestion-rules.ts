import type { JerseyFields } from "../../shared/domain/facts/jersey.ts";
import { corrections, type ValidCorrection } from "./correction-rules.ts";

/**
 * What a form suggests to change of a jersey. The competition brings its league along, and colours that stay are no
 * suggestion.
 */
export function suggestedChanges(
  form: ValidCorrection,
  jersey: JerseyFields,
): Omit<Partial<JerseyFields>, "league"> {
  const { league: _, colors, ...changes } = corrections(form, jersey);
  return colors && colors.join() !== jersey.colors.join() ? { ...changes, colors } : changes;
}
