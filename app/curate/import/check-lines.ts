import type { TFunction } from "i18next";

import type { Client } from "../../shared/data/client.ts";
import { matchJerseys } from "../data/imports/catalogue-imports.ts";
import {
  type CheckedJersey,
  chosenLine,
  type Judged,
  refusedBy,
  repeated,
  titled,
  withoutMissingTitle,
} from "../domain/import/catalogue-check.ts";
import { type ChosenFiles, imageRefusals, withoutChosen } from "./chosen-files.ts";

type Unchecked = Omit<CheckedJersey, "judged">;

/** What would happen to each line. One without a title gets that of the form, in the language of `t`. */
export async function checkLines(
  client: Client,
  lines: readonly Unchecked[],
  files: ChosenFiles,
  t: TFunction<"submit">,
  onProgress: (done: number) => void,
): Promise<CheckedJersey[]> {
  const checked = await judgeLines(client, lines, files, onProgress);
  const untitled = checked.flatMap((one, n) => {
    const line = titled(one.read.line, one.judged, t);
    return line ? [{ n, line: { ...one, read: { ...one.read, line } } }] : [];
  });
  if (untitled.length === 0) return checked;
  const again = await judgeLines(
    client,
    untitled.map(({ line }) => line),
    files,
    () => undefined,
  );
  for (const [place, { n }] of untitled.entries()) checked[n] = again[place]!;
  return checked;
}

async function judgeLines(
  client: Client,
  lines: readonly Unchecked[],
  files: ChosenFiles,
  onProgress: (done: number) => void,
): Promise<CheckedJersey[]> {
  const distinct = lines.filter(({ read }) => read.repeats === undefined);
  const sent = distinct.map((line) => withoutChosen(chosenLine(line), files));
  const answers = await matchJerseys(client, sent, onProgress);
  const judgedOf = new Map<Unchecked, Judged>();
  for (const [n, line] of distinct.entries()) {
    const judged = answers[n]!;
    const refusals =
      judged.verdict === "new" || judged.verdict === "duplicate"
        ? await imageRefusals(sent[n]!, files)
        : [];
    judgedOf.set(line, refusals.length > 0 ? refusedBy(...refusals) : withoutMissingTitle(judged));
  }
  return lines.map((line) => ({
    ...line,
    judged: judgedOf.get(line) ?? repeated(line.read.repeats!),
  }));
}
