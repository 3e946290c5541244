import { useLayoutEffect, useSyncExternalStore } from "react";

/** How the result is shown; kept in this browser. */
export type ListView = "grid" | "list";

const VIEW_KEY = "maillotheque.view";

/**
 * Sets the stored view before the list is painted. Empty in browsers, which received the script with the page.
 */
export const VIEW_SCRIPT = import.meta.env.SSR
  ? `try{if(localStorage.getItem("${VIEW_KEY}")==="list")document.documentElement.dataset.view="list"}catch{}`
  : "";

let current: ListView | undefined;
const listeners = new Set<() => void>();

function stored(): ListView {
  try {
    return localStorage.getItem(VIEW_KEY) === "list" ? "list" : "grid";
  } catch {
    return "grid"; // storage is forbidden
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The chosen view, and a function that changes it. `filters.css` does the rest. */
export function useListView(): [ListView, (view: ListView) => void] {
  const view = useSyncExternalStore(
    subscribe,
    () => (current ??= stored()),
    (): ListView => "grid",
  );
  // The stored one: during hydration `view` is still the server's.
  useLayoutEffect(() => {
    document.documentElement.dataset.view = current ??= stored();
  }, []);
  return [
    view,
    (next) => {
      current = next;
      document.documentElement.dataset.view = next;
      try {
        if (next === "list") localStorage.setItem(VIEW_KEY, next);
        else localStorage.removeItem(VIEW_KEY);
      } catch {
        // It lasts as long as this page.
      }
      for (const listener of listeners) listener();
    },
  ];
}
