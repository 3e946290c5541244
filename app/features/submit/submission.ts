import type { NewJersey } from "../../data/submissions/submissions.ts";

/**
 * What an interrupted submission may have left in the catalogue. Kept with the draft, so that it
 * is known after a reload too.
 */
export interface Traces {
  /** A jersey that was inserted, but whose images could not be attached, nor it be withdrawn. */
  jersey?: { id: string; paths: string[] };
  /** An insert that got no answer: it may or may not have happened. */
  unanswered?: { since: string; title: string };
}

/** The writes of a submission, one request each. */
export interface Writes {
  /** Sends the images that are not stored yet and says where all of them are, in order. */
  upload(): Promise<string[]>;
  insert(jersey: NewJersey): Promise<string>;
  attach(jerseyId: string, paths: string[]): Promise<void>;
  /** Deletes a jersey, and the files with it. */
  withdraw(jerseyId: string, paths: string[]): Promise<void>;
  findStranded(
    jersey: { author_id: string; title: string },
    since: string,
  ): Promise<string | undefined>;
}

export interface Submission {
  jersey: NewJersey;
  traces: Traces;
  writes: Writes;
  /** Stores `traces` before the next request is made. */
  remember(traces: Traces): void;
  /** The stored files are gone: they must be sent again. */
  forgetFiles(): void;
  /** Whether the server has answered with this error, instead of not at all. */
  answered(error: unknown): boolean;
}

/**
 * Submits a jersey so that no half submission stays behind, wherever it is interrupted: files
 * first (nobody sees them), then the jersey, then all its images at once. If these fail, the
 * jersey is withdrawn; if even that fails, or the insert got no answer, the next attempt begins
 * by clearing it away.
 * @throws whatever the failed write threw
 */
export async function submit(submission: Submission): Promise<string> {
  const { jersey, writes, remember, forgetFiles, answered } = submission;
  await clearAway(jersey.author_id, submission);
  const paths = await writes.upload();

  remember({ unanswered: { since: new Date().toISOString(), title: jersey.title } });
  const jerseyId = await writes.insert(jersey).catch((error: unknown) => {
    if (answered(error)) remember({});
    throw error;
  });
  remember({ jersey: { id: jerseyId, paths } });

  try {
    await writes.attach(jerseyId, paths);
  } catch (error) {
    await writes.withdraw(jerseyId, paths).then(
      () => remember({}),
      () => undefined, // the trace stays; what matters to the member is the first error
    );
    forgetFiles();
    throw error;
  }
  remember({});
  return jerseyId;
}

/** Removes what an earlier attempt may have left; the member may have changed anything since. */
export async function clearAway(
  authorId: string,
  { traces, writes, remember }: Pick<Submission, "traces" | "writes" | "remember">,
): Promise<void> {
  if (traces.jersey) {
    await writes.withdraw(traces.jersey.id, traces.jersey.paths);
  } else if (traces.unanswered) {
    const { title, since } = traces.unanswered;
    const stranded = await writes.findStranded({ author_id: authorId, title }, since);
    if (stranded) await writes.withdraw(stranded, []);
  } else {
    return;
  }
  remember({});
}
