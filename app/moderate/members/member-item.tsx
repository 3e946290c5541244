import { Link } from "react-router";

import { useHref } from "../../shared/address/use-href.ts";
import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Badge } from "../../shared/ui/badge.tsx";
import { Button } from "../../shared/ui/button.tsx";
import type { Member, MemberAction } from "../data/members/members.ts";
import { formatDate } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

/** One member: name, history and possible actions. */
export function MemberItem({
  member,
  isSelf,
  onAct,
}: {
  member: Member;
  isSelf: boolean;
  onAct: (action: MemberAction) => void;
}) {
  const { t } = useTranslation(["adminCommunity", "memberFile"]);
  const lang = useLanguage();
  const facts = [
    t("members.since", { date: formatDate(member.joined_at, lang) }),
    t("memberFile:parts.jerseys", { count: member.jerseys }),
    member.rejected > 0 && t("memberFile:against.jerseys", { count: member.rejected }),
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line px-4 py-3 first:border-t-0">
      <div className="grid min-w-0 grow gap-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold break-all">
          <Link
            to={useHref()("history", { type: "member", id: member.username })}
            className="underline decoration-control underline-offset-4 hover:decoration-ink"
          >
            {member.display_name ?? member.username}
          </Link>
          {member.display_name && <span className="font-normal text-muted">{member.username}</span>}
          {isSelf && <Badge tone="outline">{t("members.you")}</Badge>}
          {member.is_administrator && <Badge tone="accent">{t("members.admin")}</Badge>}
          {member.is_reviewer && !member.is_administrator && (
            <Badge tone="outline">{t("members.reviewer")}</Badge>
          )}
          {member.is_suspended && <Badge tone="danger">{t("members.suspended")}</Badge>}
        </p>
        <p className="text-sm text-muted">{facts.filter(Boolean).join(" · ")}</p>
      </div>
      {!isSelf && (
        <div className="flex flex-wrap gap-2">
          {actionsFor(member).map((action) => (
            <Button
              key={action}
              size="sm"
              variant={action === "suspend" ? "ghost" : "outline"}
              onClick={() => onAct(action)}
            >
              {t(`members.${action}`)}
              <span className="sr-only">{` : ${member.username}`}</span>
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}

/**
 * An administrator must lose the role before a suspension. A suspended member cannot get a role.
 */
function actionsFor({ is_administrator, is_reviewer, is_suspended }: Member): MemberAction[] {
  if (is_administrator) return ["revoke"];
  if (is_suspended)
    return [...(is_reviewer ? (["discharge"] as const) : []), "reinstate", "rename"];
  return ["rename", "suspend", is_reviewer ? "discharge" : "appoint", "grant"];
}
