const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const COMMENT = new RegExp(`[#&?]comment[-=](${UUID})`, "i");
const JERSEY = new RegExp(`/jersey/(?:[^/?#]+/){0,3}(${UUID})`, "i");

/** The jersey or comment that an address of this site names, with or without its host. */
export function reportedContent(
  address: string,
): { type: "jersey" | "comment"; id: string } | undefined {
  const comment = COMMENT.exec(address)?.[1];
  if (comment) return { type: "comment", id: comment.toLowerCase() };
  const jersey = JERSEY.exec(address)?.[1];
  return jersey ? { type: "jersey", id: jersey.toLowerCase() } : undefined;
}
