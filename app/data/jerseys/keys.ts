export const jerseyKeys = {
  /** A jersey as one member may see it. */
  forMember: (id: string, memberId: string) => ["jersey", id, memberId] as const,
};
