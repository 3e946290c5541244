import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { unreadNotices } from "../data/notices/notices.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";

/** Highest number that fits into the badge. */
const MOST = 9;

/** Badge on the account link: the number of unread notices. */
export default function UnreadCount({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const { data: count = 0 } = useMemberQuery(unreadNotices(userId));
  if (count === 0) return null;
  return (
    <>
      <span
        aria-hidden
        data-unread
        className="numeral absolute -top-1.5 -right-1.5 grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1 text-sm text-accent-ink"
      >
        {count > MOST ? `${MOST}+` : count}
      </span>
      <span className="sr-only">{t("nav.unread", { count })}</span>
    </>
  );
}
