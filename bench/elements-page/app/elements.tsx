import { createElement, type ReactNode } from "react";

import type { Markup } from "../../render/markup.ts";

export const meta = () => [{ title: "Elements" }];

/** The cache headers of the site's pages. */
export const headers = () => ({ "Cache-Control": "public, max-age=0, s-maxage=10" });

/** The elements of another page, to measure how long React alone takes to write them. */
export default function Elements() {
  // Set by `bench/render/serve-elements.ts`. Not a loader's result: its data would be written into
  // the page a second time.
  const { elements = [] } = globalThis as { elements?: Markup[] };
  return <>{...elements.map(element)}</>;
}

function element(markup: Markup): ReactNode {
  if (typeof markup === "string") return markup;
  const [tag, attributes, ...inner] = markup;
  return createElement(tag, attributes, ...inner.map(element));
}
