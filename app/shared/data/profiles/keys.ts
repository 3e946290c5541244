export const profileKeys = {
  mine: (userId: string) => ["profile", userId] as const,
  isUsernameFree: (username: string, userId: string) => ["username", username, userId] as const,
};
