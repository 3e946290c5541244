import { useState } from "react";

/** What is typed into the lines of a dry run: all values of each line that is being corrected, by its place. */
export function useTypedLines<Values>() {
  const [typed, setTyped] = useState<ReadonlyMap<number, Values>>(new Map());
  return {
    typed,
    type: (n: number, values: Values) => setTyped((old) => new Map(old).set(n, values)),
    typeAll: (lines: ReadonlyMap<number, Values>) => setTyped((old) => new Map([...old, ...lines])),
    /** Forgets what was checked. What was typed meanwhile waits for the next check. */
    forget: (checked: ReadonlyMap<number, Values>) =>
      setTyped((now) => new Map([...now].filter(([n, values]) => checked.get(n) !== values))),
  };
}
