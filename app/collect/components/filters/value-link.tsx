import type { ComponentProps, ComponentType, CSSProperties, KeyboardEvent } from "react";

import type { Color } from "../../../shared/domain/colors.ts";
import { ColorShirt } from "../color-shirt.tsx";

/** What a link to the result with a value, or without it, is given. */
export type ValueLinkProps = Pick<
  ComponentProps<"a">,
  "aria-current" | "className" | "style" | "onKeyDown" | "children"
>;

/**
 * A value of a filter, with how many it would show. One that would show nothing stays in its place, without an
 * address.
 */
export function ValueLink<Query>({
  label,
  shown,
  isChosen,
  isOff,
  color,
  share,
  query,
  Link,
}: {
  label: string;
  /** The count as it is written. */
  shown: string;
  isChosen: boolean;
  isOff: boolean;
  color?: Color | undefined;
  /** The length of its bar, from 0 to 1, if it has one. */
  share?: number | undefined;
  /** The query with the value, or without it if it is chosen. */
  query: Query;
  /** A link to a query. */
  Link: ComponentType<ValueLinkProps & { query: Query }>;
}) {
  const children = (
    <>
      {color ? <ColorShirt color={color} /> : <i />}
      <span>{label}</span> <b>{shown}</b>
    </>
  );
  const style = share === undefined ? undefined : ({ "--share": share } as CSSProperties);
  if (isOff) {
    return (
      <span role="link" aria-disabled="true" className="filter-value" style={style}>
        {children}
      </span>
    );
  }
  return (
    <Link
      query={query}
      aria-current={isChosen || undefined}
      className="filter-value"
      style={style}
      onKeyDown={pressBySpace}
    >
      {children}
    </Link>
  );
}

/** It looks like a checkbox, so the space bar ticks it, too. */
function pressBySpace(event: KeyboardEvent<HTMLAnchorElement>) {
  const { key, altKey, ctrlKey, metaKey, shiftKey, repeat } = event;
  if (key !== " " || altKey || ctrlKey || metaKey || shiftKey) return;
  event.preventDefault();
  if (!repeat) event.currentTarget.click();
}
