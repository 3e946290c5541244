import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { myTrust } from "../data/suggestions/trust.ts";
import { TRUST } from "../../shared/domain/suggestion.ts";
import { formatPercent } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

/** One line: whether this member's small corrections are public at once, or what that takes. */
export function Standing({ userId }: { userId: string }) {
  const { t } = useTranslation(["contributions", "suggestions"]);
  const lang = useLanguage();
  const to = useHref();
  const { data: trust } = useMemberQuery(myTrust(userId));
  if (!trust) return null;
  const { decided, recent, recent_accepted: accepted, undone } = trust;
  const says = trust.is_trusted
    ? t("trust.is")
    : undone > 0
      ? t("trust.undone")
      : decided < TRUST.decided
        ? t("trust.soon", { count: TRUST.decided - decided })
        : t("trust.refused", { accepted, recent, share: formatPercent(TRUST.percent / 100, lang) });
  return (
    <p className="max-w-prose text-sm text-muted">
      {says}{" "}
      <Link
        to={to("rules", {})}
        className="underline decoration-control underline-offset-4 hover:decoration-ink"
      >
        {t("suggestions:trust.rules")}
      </Link>
    </p>
  );
}
