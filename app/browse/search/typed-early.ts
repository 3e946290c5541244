/** What is typed from now on until a field has the focus: letters that come before the dialog does. */
export function collectTyped(): { text: string } {
  const typed = { text: "" };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Backspace") typed.text = typed.text.slice(0, -1);
    if (event.key.length !== 1) return;
    event.preventDefault(); // a space presses the button, or scrolls
    typed.text += event.key;
  };
  const focus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLInputElement)) return;
    document.removeEventListener("keydown", press);
    document.removeEventListener("focusin", focus);
  };
  document.addEventListener("keydown", press);
  document.addEventListener("focusin", focus);
  return typed;
}
