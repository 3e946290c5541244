import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

import { loadPageTexts } from "./shared/address/page-texts.ts";
import { endEarlyPresses } from "./site/early-input.ts";
import { registerServiceWorker } from "./site/offline/service-worker.ts";
import { dropSecondClicks } from "./site/single-presses.ts";

await loadPageTexts(location.pathname);

dropSecondClicks();
// Before anything has the focus there is nothing to keep.
addEventListener(
  "focusin",
  () =>
    void import("./site/kept-focus.ts").then(
      ({ keepFocus }) => keepFocus(),
      () => undefined,
    ),
  { once: true },
);
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
