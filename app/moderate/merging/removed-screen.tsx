import { lazy, Suspense } from "react";
import { Link, useParams } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { MessageScreen } from "../../shared/components/message-screen.tsx";
import { button } from "../../shared/ui/button.tsx";
import type { RemovedJersey } from "../../jersey/data/jersey.ts";
import { useSession } from "../../shared/session/use-session.ts";
import { formatDate } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

/** Lazy, because of the query library. */
const BringBack = lazy(() => import("./bring-back.tsx"));

/**
 * The address of a removed jersey says what was there (title, team and season), when it was removed and why. A reviewer brings it back.
 * @param props.what with the reason in the reader's words
 */
export default function RemovedScreen({
  what: { title, team, season, ...removal },
}: {
  what: RemovedJersey;
}) {
  const { t } = useTranslation("jersey");
  const lang = useLanguage();
  const to = useHref();
  const { id } = useParams();
  const session = useSession();
  const what = [title, team, season].filter(Boolean).join(", ");
  return (
    <MessageScreen
      numeral="410"
      title={t("removed.title")}
      text={what ? t("removed.was", { what }) : t("removed.text")}
      note={t("removed.why", {
        date: formatDate(removal.removed_at, lang),
        reason: removal.reason,
      })}
    >
      <Link to={to("catalogue", {})} className={button({ variant: "outline", size: "lg" })}>
        {t("removed.catalogue")}
      </Link>
      {id && session.status === "member" && (
        <Suspense fallback={null}>
          <BringBack jerseyId={id} userId={session.user.id} />
        </Suspense>
      )}
    </MessageScreen>
  );
}
