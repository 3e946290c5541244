import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useTypedLines } from "../../shared/import/use-typed-lines.ts";
import { matchLines } from "../data/exchange/imports.ts";
import { type CheckedLine, checkedLines } from "../domain/exchange/dry-run.ts";
import { isReadable } from "../domain/exchange/question.ts";
import { readLine, type ReadOptions, type Values } from "../domain/exchange/read-line.ts";

/** What is typed into the lines of a dry run, by their places, and one check of all of it. */
export type Corrections = ReturnType<typeof useCorrections>;

export function useCorrections(
  lines: readonly CheckedLine[],
  options: ReadOptions,
  onChange: (change: (lines: CheckedLine[]) => CheckedLine[]) => void,
) {
  const { typed, type, typeAll, forget } = useTypedLines<Values>();
  const { mutate, isPending, isError } = useMemberMutation({
    write: async (client, corrected: ReadonlyMap<number, Values>) => {
      const read = [...corrected].map(([n, values]) => {
        const { row, times } = lines[n]!.read;
        return [n, readLine(row, values, times, options)] as const;
      });
      const readable = read.map(([, one]) => one).filter(isReadable);
      const matches = await matchLines(client, readable, () => {});
      const matchOf = new Map(readable.map(({ line }, n) => [line, matches[n]]));
      const others = lines.filter((_, n) => !corrected.has(n));
      const completed = new Set(others.flatMap(({ change }) => change?.copy.id ?? []));
      const again = checkedLines(
        read.map(([, one]) => one),
        (line) => matchOf.get(line),
        completed,
      );
      const byPlace = new Map(read.map(([n], place) => [n, again[place]!]));
      onChange((old) => old.map((line, n) => byPlace.get(n) ?? line));
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
