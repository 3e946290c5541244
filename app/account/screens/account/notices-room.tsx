import { Link } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { changes } from "../../../collect/data/changes.ts";
import { followedIds } from "../../../collect/data/follows/follows.ts";
import { Changes } from "../../../collect/member-home/changes.tsx";
import { useHref } from "../../../shared/address/use-href.ts";
import { BareCard } from "../../../shared/components/bare-card.tsx";
import { TeamShirt } from "../../../shared/components/team-shirt.tsx";
import { useMemberQuery } from "../../../shared/data/member-query.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { button } from "../../../shared/ui/button.tsx";
import { EmptyState } from "../../../shared/ui/empty-state.tsx";
import { Notices } from "../../notices/notices.tsx";

/** What a member is told: decisions, and below them what changed of what they follow and wish for. */
export default function NoticesRoom({ userId }: { userId: string }) {
  const lang = useLanguage();
  const { data: news, isSuccess } = useMemberQuery(changes(userId, lang));
  return (
    <div className="grid grid-cols-1 gap-10">
      <Notices userId={userId} empty={isSuccess && !news && <NothingNew userId={userId} />} />
      <Changes userId={userId} Card={BareCard} />
    </div>
  );
}

/** What will come, which depends on whether the member follows anything. */
function NothingNew({ userId }: { userId: string }) {
  const { t } = useTranslation(["notices", "follows"]);
  const to = useHref();
  const { data: followed, isPending } = useMemberQuery(followedIds(userId));
  if (isPending) return null;
  const count = followed?.length ?? 0;
  const [address, label] =
    count > 0
      ? [to("accountSection", { section: "settings" }) + "#follows", t("follows:mine.title")]
      : [to("competitions", {}), t("notices:follow")];
  return (
    <EmptyState
      icon={<TeamShirt colors={[]} league="SOCCER" />}
      title={t("notices:empty")}
      action={
        <Link to={address} className={button({ variant: "outline" })}>
          {label}
        </Link>
      }
    >
      {t("notices:emptyText")}
    </EmptyState>
  );
}
