import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useHref } from "../../../shared/address/use-href.ts";
import { useMemberQuery } from "../../../shared/data/member-query.ts";
import { isAdmin } from "../../../shared/data/roles/is-admin.ts";
import { button } from "../../../shared/ui/button.tsx";

interface AdminEnterLineUpProps {
  userId: string;
  season: { code: string; name: string };
}

export default function AdminEnterLineUp({
  userId,
  season: { code, name },
}: AdminEnterLineUpProps) {
  const { t } = useTranslation("competitions");
  const to = useHref();
  const { data: admin } = useMemberQuery(isAdmin(userId));
  if (!admin) return null;
  return (
    <Link
      to={`${to("admin", {})}?tab=lineUps&season=${code}`}
      className={button({ variant: "outline", size: "sm", className: "mt-3" })}
    >
      {t("one.enter", { season: name })}
    </Link>
  );
}
