import { Check, Minus } from "lucide-react";
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
  const most = TRUST.reverts - 1;
  return (
    <section className="grid gap-4 text-sm">
      <p className="max-w-prose text-muted">
        {t(trust.is_trusted ? "trust.is" : "trust.isNot")}{" "}
        <Link
          to={to("rules", {})}
          className="underline decoration-control underline-offset-4 hover:decoration-ink"
        >
          {t("trust.rules")}
        </Link>
      </p>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-4">
        <Figure
          value={t("trust.value", { value: days })}
          label={t("trust.of.days")}
          need={t("trust.atLeast", { need: TRUST.days })}
          isMet={days >= TRUST.days}
        />
        <Figure
          value={t("trust.value", { value: accepted })}
          label={t("trust.of.accepted")}
          need={t("trust.atLeast", { need: TRUST.accepted })}
          isMet={accepted >= TRUST.accepted}
        />
        <Figure
          value={`${kept}/${recent}`}
          label={t("trust.of.kept")}
          need={t("trust.atLeastPercent", { need: TRUST.percent })}
          isMet={recent > 0 && kept * 100 >= recent * TRUST.percent}
        />
        <Figure
          value={t("trust.value", { value: reverts })}
          label={t("trust.of.reverts")}
          need={t("trust.atMost", { need: most })}
          isMet={reverts <= most}
        />
      </ul>
    </section>
  );
}

interface FigureProps {
  value: string;
  label: string;
  need: string;
  isMet: boolean;
}

function Figure({ value, label, need, isMet }: FigureProps) {
  const { t } = useTranslation("suggestions");
  const Mark = isMet ? Check : Minus;
  return (
    <li>
      <p className="flex items-center gap-2">
        <span className="numeral text-2xl">{value}</span>
        <Mark aria-hidden className={isMet ? "size-4 text-success" : "size-4 text-muted"} />
        <span className="sr-only">{t(isMet ? "trust.met" : "trust.notMet")}</span>
      </p>
      <p>{label}</p>
      <p className="text-muted">{need}</p>
    </li>
  );
}
