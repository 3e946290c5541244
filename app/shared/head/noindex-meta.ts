import type { MetaDescriptor } from "react-router";

/** The head of a private page or an error page: a title, and no indexing. */
export function noindexMeta(title: string): MetaDescriptor[] {
  return [{ title: `${title} | Maillothèque` }, { name: "robots", content: "noindex" }];
}
