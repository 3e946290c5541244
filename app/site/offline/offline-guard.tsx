import { type ComponentType, useEffect, useState } from "react";
import { useBlocker, useLocation } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";

const loadParts = () => import("./offline-parts.tsx").catch(() => undefined);

const isOffline = () => !navigator.onLine;

/**
 * Without a network a page is opened from the browser's store (public/sw.js). One that isn't stored can't be loaded: the
 * visitor stays on this page, with what was typed into it, and is told.
 */
export function OfflineGuard() {
  const { t } = useTranslation();
  const bar = useBar();
  const { pathname, search } = useLocation();
  const path = pathname + search;
  useEffect(() => {
    const { controller } = navigator.serviceWorker ?? {};
    if (!controller) return;
    // The offline page lists the pages by their titles.
    controller.postMessage({ path, title: document.title });
    // So that the worker has it, too.
    void loadParts();
  }, [path]);
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      isOffline() && (from.pathname !== to.pathname || from.search !== to.search),
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    const { location: wanted } = blocker;
    const goOn = async () => {
      const form = await (await loadParts())?.storedForm(wanted);
      if (form === "data") return blocker.proceed();
      blocker.reset();
      if (form === "document") location.assign(wanted.pathname + wanted.hash);
      else toast.error(t("offline.stay"));
    };
    void goOn();
  }, [blocker, t]);
  return bar && <bar.Bar />;
}

/** The line that says so, while there is no network. */
function useBar(): { Bar: ComponentType } | undefined {
  const [bar, setBar] = useState<{ Bar: ComponentType }>();
  useEffect(() => {
    const show = async () => {
      const parts = isOffline() ? await loadParts() : undefined;
      setBar(isOffline() && parts ? { Bar: parts.OfflineBar } : undefined);
    };
    void show();
    const end = new AbortController();
    for (const change of ["online", "offline"]) {
      addEventListener(change, () => void show(), { signal: end.signal });
    }
    return () => end.abort();
  }, []);
  return bar;
}
