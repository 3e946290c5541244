import type { Waiting } from "../data/review/queue.ts";

/** The text that names a kind of request: photos are a correction. */
export const kindKey = (kind: Waiting["kind"]) =>
  `suggestions:kinds.${kind === "photos" ? "edit" : kind}` as const;
