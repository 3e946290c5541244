/** Named here and not in `session-return.tsx`: every visit would load the list of its files. */
export const loadReturn = () => import("./received-return.tsx");
