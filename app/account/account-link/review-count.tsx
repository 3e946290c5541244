import { ListChecks } from "lucide-react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { PlainLink } from "../../shared/components/plain-link.tsx";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { toReview } from "../../shared/data/roles/to-review.ts";
import { button } from "../../shared/ui/button.tsx";

/** Highest number that fits into the badge. */
const MOST = 99;

/** Leads to the queue and says how much waits there; nothing if nothing does. */
export default function ReviewCount({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const to = useHref();
  const { data: count = 0 } = useMemberQuery(toReview(userId));
  if (count === 0) return null;
  const text = t("nav.toReview", { count });
  return (
    <PlainLink
      to={to("admin", {})}
      title={text}
      className={button({ variant: "ghost", size: "icon", className: "relative" })}
    >
      <ListChecks aria-hidden />
      <span
        aria-hidden
        data-to-review
        className="numeral absolute top-0 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1 text-sm text-accent-ink"
      >
        {count > MOST ? `${MOST}+` : count}
      </span>
      <span className="sr-only">{text}</span>
    </PlainLink>
  );
}
