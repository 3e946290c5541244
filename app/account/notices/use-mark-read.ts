import { type RefObject, useEffect } from "react";

import { markRead, type Notice } from "../data/notices/notices.ts";

/**
 * Marks the listed notices as read once the list is in view. The cached list stays unchanged, so
 * new notices stay marked as new until the next fetch.
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
        // They stay unread; the next visit tries again.
        console.warn("notices not marked as read", error);
      });
    });
    seen.observe(element);
    return () => seen.disconnect();
  }, [userId, key, list]);
}
