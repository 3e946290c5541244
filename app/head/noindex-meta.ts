import type { MetaDescriptor } from "react-router";

/** The head of a page that is a member's own, or of nothing: a title, and nothing for search engines. */
export function noindexMeta(title: string): MetaDescriptor[] {
  return [{ title: `${title} | Maillothèque` }, { name: "robots", content: "noindex" }];
}
