export const copyKeys = {
  all: (userId: string) => ["copies", userId] as const,
  pages: (userId: string) => [...copyKeys.all(userId), "pages"] as const,
  own: (userId: string) => [...copyKeys.all(userId), "own"] as const,
  removed: (userId: string) => [...copyKeys.all(userId), "removed"] as const,
  copy: (userId: string, id: string) => [...copyKeys.all(userId), "copy", id] as const,
  /** Not below `all`: the address of a photo outlives a change of its copy. */
  photo: (path: string) => ["copy-photo", path] as const,
  ofJersey: (userId: string, jerseyId: string) =>
    [...copyKeys.all(userId), "jersey", jerseyId] as const,
};
