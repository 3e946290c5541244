type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What a visitor did on a page that could be read before it listened. */
interface EarlyInput {
  pressed: HTMLElement | null;
  /** Fields and what they said last. */
  typed: Map<Field, string>;
  /** No longer records these events. */
  end(...events: ("click" | "submit" | "input")[]): void;
}

declare global {
  interface Window {
    earlyInput?: EarlyInput;
  }
}

/**
 * Records it, as an expression to run in the page before any module. A form with an address and a
 * button that opens a popover need no help: the browser has done their work.
 */
export const RECORD = `(()=>{
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
input({target}){seen.typed.set(target,target.value)},
};
for(const [name,listener] of Object.entries(listeners))addEventListener(name,listener,true);
window.earlyInput=seen;
})()`;

/** React hears of every press from now on. */
export function endEarlyPresses(): void {
  window.earlyInput?.end("click", "submit");
}

/** Does once more what was done too early, now that every part of the page knows what it means. */
export function replayEarlyInput(): void {
  if (!window.earlyInput) return;
  const { typed, pressed, end } = window.earlyInput;
  delete window.earlyInput;
  // Until now: a form may have begun with empty fields while someone was typing.
  end("input");
  for (const [field, value] of typed) if (field.isConnected) type(field, value);
  // What was typed may be what a button waits for.
  if (pressed) setTimeout(() => pressed.isConnected && pressed.click());
}

function type(field: Field, value: string): void {
  // What is ticked stays so by itself; a file can only be told of.
  if (field.type === "checkbox" || field.type === "radio") return;
  if (field.type !== "file") {
    // React compares with what was last set on the field itself, so that is something else; to a line
    // of text it is the same, and neither the caret nor a letter half composed is disturbed.
    field.value = `${value}\n`;
    if (field.value !== value) {
      const proto = Object.getPrototypeOf(field) as Field;
      Object.getOwnPropertyDescriptor(proto, "value")?.set?.call(field, value);
    }
  }
  const isTyped = field.type !== "file" && !(field instanceof HTMLSelectElement);
  field.dispatchEvent(new Event(isTyped ? "input" : "change", { bubbles: true }));
}
