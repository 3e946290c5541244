import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { completeness, type Scope } from "../data/shelves/completeness.ts";
import { CompletenessPanel } from "./completeness-panel.tsx";

/** The member's completeness for a team or competition. Renders nothing if it has no jerseys. */
export default function MemberCompleteness({ userId, scope }: { userId: string; scope: Scope }) {
  const { t } = useTranslation("collection");
  const { data: jerseys } = useMemberQuery(completeness(userId, scope));
  if (!jerseys || jerseys.length === 0) return null;
  return (
    <section aria-labelledby="completeness" className="page pt-12 md:pt-16">
      <CompletenessPanel
        userId={userId}
        jerseys={jerseys}
        heading={
          <h2 id="completeness" className="heading text-2xl">
            {t("complete.title")}
          </h2>
        }
      />
    </section>
  );
}
