/** What is typed before the dialog is there. */
export interface TypedEarly {
  text: string;
  /** Ends it where no dialog comes. */
  end: () => void;
}

/** Collects what is typed from now on, until a field gets the focus. */
export function collectTyped(): TypedEarly {
  const ended = new AbortController();
  const typed: TypedEarly = { text: "", end: () => ended.abort() };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Backspace") typed.text = typed.text.slice(0, -1);
    if (event.key.length !== 1) return;
    event.preventDefault(); // a space presses the button, or scrolls
    typed.text += event.key;
  };
  const focus = ({ target }: FocusEvent) => {
    if (target instanceof HTMLInputElement) typed.end();
  };
  document.addEventListener("keydown", press, { signal: ended.signal });
  document.addEventListener("focusin", focus, { signal: ended.signal });
  return typed;
}
