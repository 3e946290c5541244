import { z } from "zod";

const REFUSAL = "Object versioning is not available";

/**
 * A version that a request names. Every object has one version here, and to answer with that one
 * when another is meant would be worse than to refuse.
 */
export const noVersion = z.never(REFUSAL).nullish();

/** Which versions a list shows: there are no older ones and no marks of deleted ones. */
export const versionChoices = {
  noncurrentVersions: z.enum(["exclude", "include"], REFUSAL).nullish(),
  deleteMarkers: z.enum(["exclude", "include"], REFUSAL).nullish(),
};
