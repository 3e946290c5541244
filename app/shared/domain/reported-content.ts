const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const COMMENT = new RegExp(`[#&?]comment[-=](${UUID})`, "i");
const JERSEY = new RegExp(`/jersey/(?:[^/?#]+/){0,3}(${UUID})`, "i");
const LIST = new RegExp(`/list/(${UUID})`, "i");
const MEMBER = /\/member\/([a-z0-9_]{3,30})(?=$|[/?#])/i;

/** The target of a report. */
export interface ReportTarget {
  type: "jersey" | "comment" | "profile" | "list";
  id: string;
}

export type ReportedContent =
  | { type: "jersey" | "comment" | "list"; id: string }
  | { type: "profile"; username: string };

/** The jersey, comment, list or member that an address of this site names, with or without its host. */
export function reportedContent(address: string): ReportedContent | undefined {
  const comment = COMMENT.exec(address)?.[1];
  if (comment) return { type: "comment", id: comment.toLowerCase() };
  const jersey = JERSEY.exec(address)?.[1];
  if (jersey) return { type: "jersey", id: jersey.toLowerCase() };
  const list = LIST.exec(address)?.[1];
  if (list) return { type: "list", id: list.toLowerCase() };
  const member = MEMBER.exec(address)?.[1];
  return member ? { type: "profile", username: member.toLowerCase() } : undefined;
}
