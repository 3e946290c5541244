import { createElement, type ReactNode } from "react";

import type { Markup } from "../../support/elements.ts";

export const meta = () => [{ title: "The same markup" }];

export { headers } from "./home.tsx";

/** The markup of another page, element by element: what React itself takes to write it. */
export default function SameMarkup() {
  // Set by `bench/support/empty-site.ts`; not a loader's, whose data would be written a second time.
  const { sameMarkup = [] } = globalThis as { sameMarkup?: Markup[] };
  return <>{...sameMarkup.map(element)}</>;
}

function element(markup: Markup): ReactNode {
  if (typeof markup === "string") return markup;
  const [tag, attributes, ...inner] = markup;
  return createElement(tag, attributes, ...inner.map(element));
}
