import { type RefObject, useEffect } from "react";

import { markRead, type Notice } from "../../data/notices/notices.ts";

/**
 * Marks as read what is on show once the list is on the screen. The list itself stays as it came, so
 * that what was new stays recognisable until it is fetched again.
 */
export function useMarkRead(
  userId: string,
  notices: readonly Notice[],
  list: RefObject<HTMLElement | null>,
): void {
  const unread = notices.filter(({ read_at }) => read_at === null).map(({ id }) => id);
  const key = unread.join();
  useEffect(() => {
    const element = list.current;
    if (!element || !key) return;
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      seen.disconnect();
      markRead(userId, key.split(",")).catch((error: unknown) => {
        // They stay unread, and are marked the next time.
        console.warn("notices not marked as read", error);
      });
    });
    seen.observe(element);
    return () => seen.disconnect();
  }, [userId, key, list]);
}
