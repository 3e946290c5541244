/*
 * What members load on any page. Named here and not in `copy-editor-host.tsx`: visitors would load the list of its files,
 * half a kilobyte.
 */
export const loadCopyDialog = () => import("./copy-dialog.tsx");
export const loadOffline = () => import("../offline/member-offline.ts");
