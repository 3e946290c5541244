import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { LoadFailed } from "../../shared/components/load-failed.tsx";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { useDebouncedValue } from "../../shared/components/use-debounced-value.ts";
import {
  type Member,
  type MemberAction,
  MEMBER_FILTERS,
  type MemberFilter,
  memberList,
} from "../data/members/members.ts";
import { useMemberPages } from "../../shared/data/member-query.ts";
import { MemberDialog } from "./member-dialog.tsx";
import { MemberItem } from "./member-item.tsx";
import { MoreButton } from "../../shared/components/more-button.tsx";

/** The list of members, with an administrator's actions on each. */
export default function MembersTab({ userId }: { userId: string }) {
  const { t } = useTranslation(["adminCommunity", "admin", "common"]);
  const [params] = useSearchParams();
  const [typed, setTyped] = useState(params.get("q") ?? "");
  const [filter, setFilter] = useState<MemberFilter>("all");
  const [asking, setAsking] = useState<{ member: Member; action: MemberAction }>();
  const list = useMemberPages(memberList(useDebouncedValue(typed.trim()), filter));
  const members = list.data?.pages.flat() ?? [];
  const active = members.filter((member) => !member.is_suspended);
  const suspended = members.filter((member) => member.is_suspended);
  // Where others are listed before them, the suspended ones fold.
  const folds = active.length > 0 && suspended.length > 0 && typed === "";
  const items = (some: Member[]) => (
    <ul className="overflow-hidden rounded-xl border border-line">
      {some.map((member) => (
        <MemberItem
          key={member.id}
          member={member}
          isSelf={member.id === userId}
          onAct={(action) => setAsking({ member, action })}
        />
      ))}
    </ul>
  );
  const further = list.hasNextPage && (
    <MoreButton isReading={list.isFetching} onMore={() => void list.fetchNextPage()}>
      {t("common:action.more")}
    </MoreButton>
  );
  return (
    <div className="grid gap-6">
      <h2 className="heading text-xl">{t("admin:tabs.members")}</h2>
      <div className="grid gap-4 sm:grid-cols-[1fr_14rem]">
        <Field label={t("members.search")}>
          <Input
            type="search"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
          />
        </Field>
        <Field label={t("members.filter")}>
          <Select
            value={filter}
            onChange={(event) => setFilter(event.target.value as MemberFilter)}
          >
            {MEMBER_FILTERS.map((value) => (
              <option key={value} value={value}>
                {t(`members.${value}`)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {list.isPending && <Skeleton className="h-96 rounded-xl" />}
      {list.isError && !list.data && <LoadFailed title={t("loadFailed")} onRetry={list.refetch} />}
      {list.data && members.length === 0 && <EmptyState title={t("members.empty")} />}
      {active.length > 0 && items(active)}
      {folds ? (
        <details className="fold border-y border-line">
          <summary className="min-h-14 justify-between gap-3 font-semibold text-muted">
            {t("members.suspendedOnly")}
            <ChevronDown aria-hidden />
          </summary>
          <div className="grid gap-6 pb-6">
            {items(suspended)}
            {further}
          </div>
        </details>
      ) : (
        <>
          {suspended.length > 0 && items(suspended)}
          {further}
        </>
      )}
      {asking && <MemberDialog {...asking} onClose={() => setAsking(undefined)} />}
    </div>
  );
}
