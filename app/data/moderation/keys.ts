export const moderationKeys = {
  all: ["moderation"] as const,
  queue: ["moderation", "queue"] as const,
  waiting: ["moderation", "waiting"] as const,
  queueOf: (length: number) => [...moderationKeys.queue, length] as const,
  changes: (jerseyId: string) => ["moderation", "changes", jerseyId] as const,
  duplicates: (jerseyId: string) => ["moderation", "duplicates", jerseyId] as const,
  history: (authorId: string) => ["moderation", "history", authorId] as const,
};
