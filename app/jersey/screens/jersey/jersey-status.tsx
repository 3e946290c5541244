import { CircleX, Clock } from "lucide-react";
import { Link } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { useHref } from "../../../shared/address/use-href.ts";
import type { Namespace } from "../../../shared/i18n/messages.ts";
import { reasonInWords } from "../../../shared/i18n/reasons.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { useMessages } from "../../i18n/use-messages.ts";
import type { LocalDetail } from "./local-detail.ts";

const TEXTS: Namespace[] = ["suggestions"];

/** The reason why a jersey is not public, for those who can see it anyway. The words of reasons load with it. */
export function JerseyStatus({ jersey, isOwn }: { jersey: LocalDetail; isOwn: boolean }) {
  const { t } = useTranslation(["jersey", "suggestions"]);
  const lang = useLanguage();
  const to = useHref();
  const isReady = useMessages(TEXTS);
  const { status, moderation_note: note } = jersey;
  const Icon = status === "pending" ? Clock : CircleX;
  return (
    <div role="status" className="flex gap-3 rounded-2xl border border-control bg-surface p-4">
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div className="grid gap-1">
        <p className="font-semibold">
          {t(status === "approved" ? "status.inactive" : `status.${status}`)}
        </p>
        {status === "pending" && (
          <p className="text-sm text-muted">
            {t(isOwn ? "status.pendingText" : "status.pendingReview")}
          </p>
        )}
        {status === "rejected" && note && isReady && (
          <p className="text-sm text-muted">
            {t("suggestions:history.reason", { reason: reasonInWords(note, lang) })}
          </p>
        )}
        {isOwn && (
          <Link
            to={to("accountSection", { section: "contributions" })}
            className="inline-flex min-h-11 items-center justify-self-start text-sm underline decoration-control underline-offset-4 hover:decoration-ink"
          >
            {t("status.mine")}
          </Link>
        )}
      </div>
    </div>
  );
}
