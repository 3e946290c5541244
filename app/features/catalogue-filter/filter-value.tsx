import type { CSSProperties, KeyboardEvent } from "react";

import { ColorShirt } from "../../components/color-shirt.tsx";
import { useLanguage } from "../../i18n/use-language.ts";
import { FilterLink } from "./filter-link.tsx";
import { shownCount } from "./shown-count.ts";
import type { OfferedValue } from "./offered.ts";

/**
 * A value with the number of jerseys that it would show. One that would show nothing stays in its
 * place, without an address.
 */
export function FilterValue({
  value: { label, count, isChosen, next, color },
  isFull,
  share,
}: {
  value: OfferedValue;
  /** True if the filter takes no more values. */
  isFull: boolean;
  /** The length of its bar, from 0 to 1, if it has one. */
  share?: number | undefined;
}) {
  const lang = useLanguage();
  const isOff = !isChosen && (count === 0 || isFull);
  const content = (
    <>
      {color ? <ColorShirt color={color} /> : <i />}
      <span>{label}</span> <b>{shownCount(count, lang)}</b>
    </>
  );
  const style = share === undefined ? undefined : ({ "--share": share } as CSSProperties);
  if (isOff) {
    return (
      <span role="link" aria-disabled="true" className="filter-value" style={style}>
        {content}
      </span>
    );
  }
  return (
    <FilterLink
      query={next}
      aria-current={isChosen || undefined}
      className="filter-value"
      style={style}
      onKeyDown={pressBySpace}
    >
      {content}
    </FilterLink>
  );
}

/** It looks like a checkbox, so the space bar ticks it, too. */
function pressBySpace(event: KeyboardEvent<HTMLAnchorElement>) {
  const { key, altKey, ctrlKey, metaKey, shiftKey, repeat } = event;
  if (key !== " " || altKey || ctrlKey || metaKey || shiftKey) return;
  event.preventDefault();
  if (!repeat) event.currentTarget.click();
}
