/** As `load-unread-count.ts`. */
export const loadReviewCount = () => import("./review-count.tsx");
