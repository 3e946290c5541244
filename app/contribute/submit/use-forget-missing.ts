import { useEffect } from "react";
import { useFormContext, useWatch } from "react-hook-form";

import type { Choice } from "../data/catalogue/choices.ts";
import type { JerseyForm } from "./rules.ts";

/** Clears a value that is no longer among the choices, such as one of an old draft. */
export function useForgetMissing(
  name: "competition" | "season" | "brand",
  choices: Choice[] | undefined,
  others: readonly string[] = [],
): void {
  const { control, setValue } = useFormContext<JerseyForm>();
  const value = useWatch({ control, name });
  const missing =
    choices !== undefined &&
    value !== "" &&
    !others.includes(value) &&
    !choices.some(({ id }) => id === value);
  useEffect(() => {
    if (missing) setValue(name, "");
  }, [missing, name, setValue]);
}
