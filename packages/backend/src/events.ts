import { channel } from "node:diagnostics_channel";

/** Names of the diagnostics channels on which background work is published, for metrics. */
export const EVENT_CHANNELS = { mail: "backend.mail", job: "backend.job" } as const;

export interface BackendEvent {
  /** The kind of mail or the name of the background job; few different values, for metrics. */
  name: string;
  outcome: "done" | "failed";
}

const channels = { mail: channel(EVENT_CHANNELS.mail), job: channel(EVENT_CHANNELS.job) };

/** Publishes an event on a channel. Without subscribers it costs nothing. */
export function publishEvent(
  on: keyof typeof channels,
  name: string,
  outcome: BackendEvent["outcome"],
) {
  if (channels[on].hasSubscribers) channels[on].publish({ name, outcome } satisfies BackendEvent);
}
