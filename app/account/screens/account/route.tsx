import { lazy, Suspense } from "react";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { loadForMembers } from "../../../shared/session/load-for-members.ts";
import { Skeleton } from "../../../shared/ui/skeleton.tsx";
import { RequireMember } from "../../session-guard/require-member.tsx";
import { translator } from "../../../shared/i18n/translations.ts";
import { languageOf } from "../../../shared/i18n/languages.ts";
import { noindexMeta } from "../../../shared/head/noindex-meta.ts";
import type { Route } from "./+types/route.ts";
import { SecondFactor } from "../../session-guard/second-factor.tsx";

/** Lazy: otherwise the route table of every page names its hundred files. */
const load = () => import("./member-view.tsx");
const MemberView = lazy(load);
loadForMembers(load);

export const meta: Route.MetaFunction = ({ location }) =>
  noindexMeta(translator(languageOf(location.pathname), "common")("nav.account"));

export default function Account() {
  const { t } = useTranslation(["account", "common"]);
  return (
    // As high as the window: what follows isn't seen to move.
    <div className="page grid min-h-svh grid-cols-1 content-start gap-3 py-1.5 md:gap-8 md:py-6">
      {/* The rooms below are the title that one sees. */}
      <h1 className="sr-only">{t("common:nav.account")}</h1>
      <RequireMember reason="account" fallback={<AccountSkeleton />} challenge={SecondFactor}>
        {(user) => (
          <Suspense fallback={<AccountSkeleton />}>
            <MemberView user={user} />
          </Suspense>
        )}
      </RequireMember>
    </div>
  );
}

function AccountSkeleton() {
  return (
    <>
      <Skeleton className="h-12 w-64" />
      <div className="grid gap-2">
        <Skeleton className="h-11" />
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
      </div>
    </>
  );
}
