import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import type { Namespace } from "../../shared/i18n/messages.ts";
import { reasonInWords } from "../../shared/i18n/reasons.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { useMessages } from "../i18n/use-messages.ts";

const TEXTS: Namespace[] = ["suggestions"];

/** Tells the author of a comment why it is hidden and how to object, or that it waits. The words of reasons load with it. */
export function HiddenNote({ reason }: { reason: string | null }) {
  const { t } = useTranslation(["comments", "suggestions"]);
  const lang = useLanguage();
  const to = useHref();
  const isReady = useMessages(TEXTS);
  return (
    <p className="border-l-4 border-line pl-3 text-sm">
      {reason === null ? (
        t("waitingText")
      ) : (
        <>
          {isReady && (
            <strong className="block font-semibold">
              {t("suggestions:history.reason", { reason: reasonInWords(reason, lang) })}
            </strong>
          )}
          {t("object")}{" "}
          <Link
            to={to("accountSection", { section: "notices" })}
            className="underline underline-offset-4"
          >
            {t("toNotices")}
          </Link>
        </>
      )}
    </p>
  );
}
