import { useEffect, useState } from "react";

const PAUSE_MS = 250;

/** A value once it has stopped changing for a moment: what is typed, without every letter of it. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
