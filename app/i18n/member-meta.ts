import type { MetaDescriptor } from "react-router";

/** The head of a page that is nobody's but the member's: a title, and nothing for search engines. */
export function memberMeta(title: string): MetaDescriptor[] {
  return [{ title: `${title} · Maillothèque` }, { name: "robots", content: "noindex" }];
}
