import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

import { loadPageTexts } from "./shared/address/page-texts.ts";
import { endEarlyPresses } from "./site/early-input.ts";
import { registerServiceWorker } from "./site/offline/service-worker.ts";

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
