import { useState } from "react";

/** How much of a long list is shown: a step more with each press. */
export function useSteps(step: number) {
  const [length, setLength] = useState(step);
  return {
    length,
    more: () => setLength((shown) => shown + step),
    /** For another list. */
    restart: () => setLength(step),
  };
}
