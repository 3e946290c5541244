import type { Dispatch, SetStateAction } from "react";

import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useTypedLines } from "../../shared/import/use-typed-lines.ts";
import type { CheckedLine } from "../domain/exchange/dry-run.ts";
import type { ReadOptions, Values } from "../domain/exchange/read-line.ts";
import { checkAgain } from "./check-list.ts";

/** What is typed into the lines of a dry run, by their places, and one check of all of it. */
export type Corrections = ReturnType<typeof useCorrections>;

export function useCorrections(
  lines: readonly CheckedLine[],
  options: ReadOptions,
  setLines: Dispatch<SetStateAction<CheckedLine[]>>,
) {
  const { typed, type, typeAll, forget } = useTypedLines<Values>();
  const { mutate, isPending, isError } = useMemberMutation({
    write: async (client, corrected: ReadonlyMap<number, Values>) => {
      const again = await checkAgain(client, lines, corrected, options);
      setLines((old) => old.map((line, n) => again.get(n) ?? line));
      forget(corrected);
    },
  });
  return {
    typed,
    type,
    typeAll,
    /** Checks all lines that something was typed into, and this one. */
    check: (n?: number, values: Values = {}) =>
      mutate(n === undefined ? typed : new Map(typed).set(n, values)),
    isPending,
    isError,
  };
}
