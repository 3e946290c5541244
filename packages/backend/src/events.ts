import { channel } from "node:diagnostics_channel";

/** What the backend does in the background, for whoever counts: published under these names. */
export const MAIL = "maillotheque.mail";
export const JOB = "maillotheque.job";

export interface Happening {
  /** The kind of mail, the name of the job: one of a few. */
  name: string;
  outcome: "done" | "failed";
}

const channels = { mail: channel(MAIL), job: channel(JOB) };

/** Tells of one; costs nothing when nobody counts. */
export function tell(what: keyof typeof channels, name: string, outcome: Happening["outcome"]) {
  if (channels[what].hasSubscribers) channels[what].publish({ name, outcome } satisfies Happening);
}
