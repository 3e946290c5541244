import { useEffect, useMemo } from "react";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { MessageScreen } from "../../../shared/components/message-screen.tsx";
import { memberJersey } from "../../data/member-jersey.ts";
import { useMemberQuery } from "../../../shared/data/member-query.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { nameOf } from "./describe.ts";
import { localDetail } from "./local-detail.ts";
import { JerseySkeleton } from "./jersey-skeleton.tsx";
import { JerseyStatus } from "./jersey-status.tsx";
import { JerseyView } from "./jersey-view.tsx";
import { titled } from "../../../shared/head/titled.ts";

/**
 * A jersey that visitors can't see, read with the member's rights: their own, or any for an
 * administrator. Lazy, because of the query library.
 */
export default function MemberJersey({ id, memberId }: { id: string; memberId: string }) {
  const { t } = useTranslation("jersey");
  const lang = useLanguage();
  const { data, isPending } = useMemberQuery(memberJersey(id, memberId));
  const jersey = useMemo(() => data && localDetail(data, lang), [data, lang]);
  useEffect(() => {
    if (jersey) document.title = titled(nameOf(jersey, lang));
  }, [jersey, lang]);
  if (isPending) return <JerseySkeleton />;
  if (jersey) {
    const isPublic = jersey.status === "approved" && jersey.is_active;
    const status = <JerseyStatus jersey={jersey} isOwn={jersey.author_id === memberId} />;
    return <JerseyView jersey={jersey} similar={[]} status={!isPublic && status} />;
  }
  return <MessageScreen numeral="404" title={t("notFound.title")} text={t("notFound.private")} />;
}
