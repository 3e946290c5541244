/** Named here and not in `account-link.tsx`: visitors would load the list of its files. */
export const loadUnreadCount = () => import("./unread-count.tsx");
