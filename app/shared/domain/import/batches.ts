/** Lines of a call; the database takes no more. */
export const BATCH = 200;

/** Lines in batches: as many as the database takes, and not too large. */
export function inBatches<Line>(
  lines: readonly Line[],
  most = BATCH,
  mostLetters = 400_000,
): Line[][] {
  const batches: Line[][] = [];
  let letters = Infinity;
  for (const line of lines) {
    const size = JSON.stringify(line).length;
    const last = batches.at(-1);
    if (last && last.length < most && letters + size <= mostLetters) {
      last.push(line);
      letters += size;
    } else {
      batches.push([line]);
      letters = size;
    }
  }
  return batches;
}

/** Asks about lines batch by batch, and returns the answers in the order of the lines. */
export async function askInBatches<Line, Answer>(
  batches: readonly Line[][],
  ask: (batch: Line[]) => Promise<Answer[]>,
  onProgress: (done: number) => void,
  atOnce = 1,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let from = 0; from < batches.length; from += atOnce) {
    const some = await Promise.all(batches.slice(from, from + atOnce).map(ask));
    answers.push(...some.flat());
    onProgress(answers.length);
  }
  return answers;
}

/** How an import that is sent is watched and stopped. */
export interface Sending<Progress> {
  onProgress: (progress: Progress) => void;
  /** Asked before each item. */
  isStopped: () => boolean;
}

/**
 * Sends items one after the other until it is stopped. What an item changes is kept before the next one is sent, so that
 * an import that was left goes on where it was.
 * @param send returns how far the import is then; undefined if it was stopped meanwhile
 */
export async function sendInTurn<Item, Progress>(
  items: Iterable<Item>,
  start: Progress,
  send: (item: Item, progress: Progress) => Promise<Progress | undefined>,
  { onProgress, isStopped }: Sending<Progress>,
): Promise<Progress> {
  let progress = start;
  for (const item of items) {
    const next = isStopped() ? undefined : await send(item, progress);
    if (next === undefined) break;
    progress = next;
    onProgress(progress);
  }
  return progress;
}
