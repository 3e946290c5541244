import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useHref } from "../../address/use-href.ts";
import { useMemberQuery } from "../../data/member-query.ts";
import { myTrust } from "../../data/suggestions/trust.ts";
import { TRUST } from "../../domain/suggestion.ts";

/** Whether this member's small corrections are public at once, and the figures from which that follows. */
export function Standing({ userId }: { userId: string }) {
  const { t } = useTranslation("suggestions");
  const to = useHref();
  const { data: trust } = useMemberQuery(myTrust(userId));
  if (!trust) return null;
  const { days, accepted, recent, recent_accepted: kept, reverts } = trust;
  return (
    <p className="max-w-prose text-sm text-muted">
      {t(trust.is_trusted ? "trust.is" : "trust.isNot")}{" "}
      {t("trust.figures", {
        ...{ days, accepted, recent, kept, reverts },
        ...{ needDays: TRUST.days, needAccepted: TRUST.accepted },
        ...{ percent: TRUST.percent, mostReverts: TRUST.reverts - 1 },
      })}{" "}
      <Link
        to={to("rules", {})}
        className="underline decoration-control underline-offset-4 hover:decoration-ink"
      >
        {t("trust.rules")}
      </Link>
    </p>
  );
}
