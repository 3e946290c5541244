import type { TargetType } from "../../domain/suggestion.ts";
import type { QueueFilter } from "./queue.ts";

export const suggestionKeys = {
  all: ["suggestions"] as const,
  mine: (userId: string, length: number) => ["suggestions", "mine", userId, length] as const,
  target: (type: TargetType, id: string, userId: string, suggestionId?: string) =>
    ["suggestions", "target", type, id, userId, suggestionId] as const,
  queues: ["suggestions", "queue"] as const,
  queue: (filter: QueueFilter) => ["suggestions", "queue", filter] as const,
  trust: (userId: string) => ["suggestions", "trust", userId] as const,
  competitions: ["suggestions", "queue", "competitions"] as const,
  figures: ["suggestions", "figures"] as const,
};
