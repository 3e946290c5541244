import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

import { loadPageTexts } from "./address/page-texts.ts";
import { endEarlyPresses } from "./browser/early-input.ts";
import { registerServiceWorker } from "./browser/service-worker.ts";

await loadPageTexts(location.pathname);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
endEarlyPresses();

if (import.meta.env.PROD) registerServiceWorker();
