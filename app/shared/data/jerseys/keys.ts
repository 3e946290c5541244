export const jerseyKeys = {
  ofMembers: ["jersey"] as const,
  /** A jersey as one member may see it. */
  forMember: (id: string, memberId: string) => [...jerseyKeys.ofMembers, id, memberId] as const,
};
