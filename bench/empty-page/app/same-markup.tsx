import { createElement, type ReactNode } from "react";

import type { Markup } from "../../support/elements.ts";

export const meta = () => [{ title: "The same markup" }];

export { headers } from "./home.tsx";

/** The elements of another page, to measure how long React alone takes to write them. */
export default function SameMarkup() {
  // Set by `bench/support/empty-site.ts`. Not a loader's result: its data would be written into the
  // page a second time.
  const { sameMarkup = [] } = globalThis as { sameMarkup?: Markup[] };
  return <>{...sameMarkup.map(element)}</>;
}

function element(markup: Markup): ReactNode {
  if (typeof markup === "string") return markup;
  const [tag, attributes, ...inner] = markup;
  return createElement(tag, attributes, ...inner.map(element));
}
