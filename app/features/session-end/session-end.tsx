import { useEffect, useRef } from "react";

import { toast } from "../../components/toast.ts";
import { useSession } from "../../data/session/use-session.ts";
import { fetchTranslator } from "../../i18n/translations.ts";
import { useLanguage } from "../../i18n/use-language.ts";

/** Says, on whichever page, that a session ended which nobody ended. Shows nothing itself. */
export function SessionEnd() {
  const session = useSession();
  const lang = useLanguage();
  const told = useRef(false);
  const isExpired = session.status === "visitor" && session.ended === "expired";

  useEffect(() => {
    // Once for each end, not again in another language.
    if (isExpired && !told.current) {
      void fetchTranslator(lang, "auth").then((t) => toast.error(t("guard.expired")));
    }
    told.current = isExpired;
  }, [isExpired, lang]);

  return null;
}
