import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

import { loadPageTexts } from "./shared/address/page-texts.ts";
import { listenBeforeRouter } from "./shared/browser/overlay-history.ts";
import { browserClient } from "./shared/data/browser.ts";
import { loadForMembers } from "./shared/session/load-for-members.ts";
import { endEarlyPresses } from "./site/early-input.ts";
import { keepFocus } from "./site/kept-focus.ts";
import { registerServiceWorker } from "./site/offline/service-worker.ts";
import { dropSecondClicks } from "./site/single-presses.ts";

loadForMembers(browserClient);
await loadPageTexts(location.pathname);

dropSecondClicks();
keepFocus();
listenBeforeRouter();
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
