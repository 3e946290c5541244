import {
  type CompositionEvent,
  type FocusEvent,
  type FormEvent,
  type MouseEvent,
  useRef,
} from "react";

import { openSearch } from "../../shared/browser/open-search.ts";

type Field = HTMLInputElement;

/**
 * Handlers that make a field open the search dialog: when it is pressed, and with the first letter
 * typed into it. Focus alone doesn't open it: the dialog would trap visitors who go through the page
 * with Tab. A field that holds text already, such as what was typed before hydration, stays a plain
 * field for the keyboard.
 */
export function useOpenByField() {
  const text = useRef("");

  /** `isTyped`: by a person, not replayed or set by a script. */
  function changed(field: Field, isTyped: boolean): void {
    const isFirst = text.current === "" && field.value !== "";
    text.current = field.value;
    if (isFirst && isTyped) openSearch(field);
  }

  return {
    onClick: (event: MouseEvent<Field>) => openSearch(event.currentTarget),
    onFocus: (event: FocusEvent<Field>) => {
      text.current = event.currentTarget.value;
    },
    onInput: (event: FormEvent<Field>) => {
      const { isTrusted, isComposing } = event.nativeEvent as InputEvent;
      // An unfinished letter would be lost with the focus.
      if (!isComposing) changed(event.currentTarget, isTrusted);
    },
    onCompositionEnd: (event: CompositionEvent<Field>) =>
      changed(event.currentTarget, event.nativeEvent.isTrusted),
  };
}
