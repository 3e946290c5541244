import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useBlocker } from "react-router";

import { toast } from "../../shared/components/toast.ts";

/**
 * Without a network another page can't be loaded: the visitor stays on this one, with what was typed
 * into it, and is told. Renders nothing.
 */
export function OfflineGuard() {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      !navigator.onLine && (from.pathname !== to.pathname || from.search !== to.search),
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    toast.error(t("offline.stay"));
    blocker.reset();
  }, [blocker, t]);
  return null;
}
