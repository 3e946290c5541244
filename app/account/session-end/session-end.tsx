import { useEffect, useRef } from "react";

import { toast } from "../../shared/components/toast.ts";
import { useSession } from "../../shared/session/use-session.ts";
import { fetchTranslator } from "../../shared/i18n/translations.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

/** Shows a toast on any page when the session has expired. Renders nothing. */
export function SessionEnd() {
  const session = useSession();
  const lang = useLanguage();
  const isNotified = useRef(false);
  const isExpired = session.status === "visitor" && session.ended === "expired";

  useEffect(() => {
    // Once per expiry: a change of language must not repeat it.
    if (isExpired && !isNotified.current) {
      void fetchTranslator(lang, "common").then((t) => toast.error(t("errors.expired")));
    }
    isNotified.current = isExpired;
  }, [isExpired, lang]);

  return null;
}
