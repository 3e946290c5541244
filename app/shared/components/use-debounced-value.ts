import { useEffect, useState } from "react";

const DELAY_MS = 250;

/** Returns the value once it has been unchanged for `DELAY_MS`. */
export function useDebouncedValue<T>(value: T): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), DELAY_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
