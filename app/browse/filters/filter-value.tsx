import { ValueLink } from "../../collect/components/filters/value-link.tsx";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { FilterLink } from "./filter-link.tsx";
import { shownCount } from "./shown-count.ts";
import type { OfferedValue } from "./offered.ts";

/** A value with the number of jerseys that it would show. */
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
  return (
    <ValueLink
      label={label}
      shown={shownCount(count, lang)}
      isChosen={isChosen}
      isOff={!isChosen && (count === 0 || isFull)}
      color={color}
      share={share}
      query={next}
      Link={FilterLink}
    />
  );
}
