export const loadPrompt = () => import("../../../collect/offline/unsent-prompt.tsx");
