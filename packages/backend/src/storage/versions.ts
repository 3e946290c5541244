import { z } from "zod";

const REFUSAL = "Object versioning is not available";

/**
 * A version in a request. Every object has one version here. Refusing is better than answering with
 * that version if another one is meant.
 */
export const noVersion = z.never(REFUSAL).nullish();

/** Choices of versions in a list. There are no older versions and no delete markers. */
export const versionChoices = {
  noncurrentVersions: z.enum(["exclude", "include"], REFUSAL).nullish(),
  deleteMarkers: z.enum(["exclude", "include"], REFUSAL).nullish(),
};
