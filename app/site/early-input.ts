type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A visitor's input on a page before React hydrated it. */
interface EarlyInput {
  /** The last button pressed, or the form whose button was still disabled when Enter was pressed. */
  pressed: HTMLElement | null;
  /** Fields and their last values. */
  typed: Map<Field, string>;
  /** Stops recording these events. */
  end(...events: ("click" | "submit" | "keydown" | "input")[]): void;
}

declare global {
  interface Window {
    earlyInput?: EarlyInput;
  }
}

/**
 * An inline script that records input from the top of the page on. It leaves out forms with an
 * address and buttons that open a popover: the browser handles them without scripts. Empty in
 * browsers, which received the script with the page.
 */
export const RECORD = import.meta.env.SSR
  ? `{
const seen={pressed:null,typed:new Map(),end(...names){
for(const name of names)removeEventListener(name,listeners[name],true);
}};
const listeners={
click({target}){seen.pressed=target.closest("button[type=button]:not([popovertarget])")},
submit(event){
if(event.target.hasAttribute("action"))return;
event.preventDefault();
seen.pressed=event.submitter;
},
keydown({key,target,isComposing}){
if(key==="Enter"&&!isComposing&&target.matches("form:not([action]) input")&&target.form.querySelector("[type=submit]")?.disabled)seen.pressed=target.form;
},
input({target}){
seen.typed.set(target,target.value);
if(seen.pressed===target.form)seen.pressed=null;
},
};
for(const [name,listener] of Object.entries(listeners))addEventListener(name,listener,true);
window.earlyInput=seen;
}`
  : "";

/** Call when React listens: from then on React hydrates a pressed element and handles the event. */
export function endEarlyPresses(): void {
  window.earlyInput?.end("click", "submit");
}

/** Repeats the early input. Call when the whole page is hydrated. */
export function replayEarlyInput(): void {
  if (!window.earlyInput) return;
  const { typed, pressed, end } = window.earlyInput;
  delete window.earlyInput;
  // For `bench -- pages`.
  performance.mark("listening");
  // Not earlier: hydration may empty a field while someone types.
  end("input", "keydown");
  for (const [field, value] of typed) if (field.isConnected) type(field, value);
  // In a task of its own: a button's handler may need the replayed input first.
  if (pressed) setTimeout(() => press(pressed));
}

function press(target: HTMLElement): void {
  if (!target.isConnected) return;
  if (target instanceof HTMLFormElement) target.requestSubmit();
  else target.click();
}

function type(field: Field, value: string): void {
  // A ticked box stays ticked, and scripts can't set the value of a file field.
  if (field.type === "checkbox" || field.type === "radio") return;
  if (field.type !== "file") {
    // React ignores an event if the value equals the one last set on the field, so another value is
    // set first. A single-line field drops the line break: caret and half-composed letters stay.
    field.value = `${value}\n`;
    if (field.value !== value) {
      const proto = Object.getPrototypeOf(field) as Field;
      Object.getOwnPropertyDescriptor(proto, "value")?.set?.call(field, value);
    }
  }
  const isTyped = field.type !== "file" && !(field instanceof HTMLSelectElement);
  field.dispatchEvent(new Event(isTyped ? "input" : "change", { bubbles: true }));
}
