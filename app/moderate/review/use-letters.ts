import { useEffect, useState } from "react";

const OFF_KEY = "maillotheque-letters-off";

/** Letters that press buttons, wherever no field has the focus and no dialog is open; a member may switch them off. */
export function useLetters(press: (key: string) => boolean) {
  const [isOn, setOn] = useState(() => localStorage.getItem(OFF_KEY) === null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isOn && !event.repeat && isFree(event) && press(event.key)) event.preventDefault();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  });
  return {
    isOn,
    switchTo(on: boolean) {
      setOn(on);
      if (on) localStorage.removeItem(OFF_KEY);
      else localStorage.setItem(OFF_KEY, "");
    },
  };
}

const FIELDS = "textarea, select, input:not([type=radio], [type=checkbox]), [contenteditable]";

/** True of a key that nothing else takes. */
function isFree({ ctrlKey, metaKey, altKey, target, defaultPrevented }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented) return false;
  if (document.querySelector("[role=dialog], [role=alertdialog], [role=menu]")) return false;
  return !(target instanceof Element && target.closest(FIELDS));
}
