import { useEffect, useState } from "react";

import { addDays, type Day, dayAt, startOf } from "../../shared/domain/day.ts";

/** The day of the site while a page is open: the one it was rendered on, until the next begins. */
export function useDay(rendered: Day): Day {
  const [day, setDay] = useState(rendered);
  const known = day > rendered ? day : rendered;
  useEffect(() => {
    const look = () => setDay(dayAt(new Date()));
    const end = new AbortController();
    // A hidden tab's timers sleep with the device.
    for (const event of ["focus", "visibilitychange"]) {
      addEventListener(event, look, { signal: end.signal, capture: true });
    }
    const waitMs = startOf(addDays(known, 1)).getTime() - Date.now();
    const timer = waitMs > 0 ? setTimeout(look, waitMs) : undefined;
    return () => {
      end.abort();
      clearTimeout(timer);
    };
  }, [known]);
  return known;
}
