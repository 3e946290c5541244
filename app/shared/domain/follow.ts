/** What a member may follow. */
export interface FollowTarget {
  type: "team" | "competition" | "brand" | "list";
  id: string;
  /** For messages. */
  name: string;
}
