import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useState,
} from "react";

import { cx } from "./cx.ts";
import { Input } from "./input.tsx";

export interface ComboboxOption {
  key: string;
  content: ReactNode;
}

/**
 * A text field with a list of suggestions, after the ARIA pattern "combobox with list
 * autocomplete". The first suggestion is active, so that Enter takes it; the focus stays in the
 * field. It never submits its form.
 */
export function Combobox({
  text,
  options,
  listLabel,
  icon,
  onType,
  onPick,
  onLeave,
  className,
  ...input
}: Omit<ComponentProps<"input">, "value" | "onChange"> & {
  text: string;
  options: readonly ComboboxOption[];
  /** Accessible name of the list. */
  listLabel: string;
  /** Decoration at the start of the field. */
  icon?: ReactNode;
  onType: (text: string) => void;
  onPick: (key: string) => void;
  /** Called when the focus leaves the field. */
  onLeave: () => void;
}) {
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<string>();
  const isShown = isOpen && options.length > 0;
  // An option that is gone leaves its place to the first one.
  const place = Math.max(
    0,
    options.findIndex(({ key }) => key === chosen),
  );
  const idOf = (index: number) => `${listId}-${index}`;

  useEffect(() => {
    if (isShown)
      document.getElementById(`${listId}-${place}`)?.scrollIntoView({ block: "nearest" });
  }, [isShown, listId, place]);

  const pick = (key: string) => {
    setOpen(false);
    setChosen(undefined);
    onPick(key);
  };

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (!isShown) return setOpen(true);
      setChosen(options[(place + step + options.length) % options.length]!.key);
    } else if (event.key === "Enter") {
      event.preventDefault(); // otherwise the form is sent, with another choice than the text says
      if (isShown) pick(options[place]!.key);
    } else if (event.key === "Escape" && isShown) {
      event.preventDefault();
      setOpen(false);
    }
  }

  return (
    <div className="relative">
      {icon && (
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 left-3 grid w-6 place-items-center"
        >
          {icon}
        </span>
      )}
      <Input
        {...input}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-activedescendant={isShown ? idOf(place) : undefined}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => {
          setOpen(true);
          setChosen(undefined);
          onType(target.value);
        }}
        onKeyDown={onKeyDown}
        onClick={() => setOpen(true)}
        onBlur={() => {
          setOpen(false);
          onLeave();
        }}
        className={cx(icon !== undefined && "pl-11", className)}
      />
      <div
        id={listId}
        role="listbox"
        aria-label={listLabel}
        hidden={!isShown}
        className="absolute inset-x-0 top-full z-20 mt-1 max-h-80 overflow-y-auto overscroll-contain rounded-xl border border-control bg-raised p-1 shadow-xl"
      >
        {isShown &&
          options.map(({ key, content }, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
            <div
              key={key}
              id={idOf(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === place}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(key)}
              className="flex min-h-12 cursor-pointer items-center gap-3 rounded-lg px-2.5 py-1.5 hover:bg-surface aria-selected:bg-surface"
            >
              {content}
            </div>
          ))}
      </div>
    </div>
  );
}
