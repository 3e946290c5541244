export const noticeKeys = {
  list: (userId: string) => ["notices", userId, "list"] as const,
  unread: (userId: string) => ["notices", userId, "unread"] as const,
  reviewMail: (userId: string) => ["notices", userId, "review-mail"] as const,
  settings: (userId: string) => ["notices", userId, "settings"] as const,
};
