import { lazy, Suspense } from "react";
import { useSearchParams } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { loadForMembers } from "../../../shared/session/load-for-members.ts";
import { Skeleton } from "../../../shared/ui/skeleton.tsx";
import { isUuid } from "../../../shared/domain/uuid.ts";
import { SENT_PARAM } from "../../submit/sent-param.ts";
import { RequireMember } from "../../../account/session-guard/require-member.tsx";
import { translator } from "../../../shared/i18n/translations.ts";
import { languageOf } from "../../../shared/i18n/languages.ts";
import { pageMeta } from "../../../shared/head/page-meta.ts";
import type { Route } from "./+types/route.ts";
import { SecondFactor } from "../../../account/session-guard/second-factor.tsx";

/** Lazy: only members need the form, and a small module: visitors' pages don't name the files behind it. */
const load = () => import("./member-form.tsx");
const MemberForm = lazy(load);
loadForMembers(load);

export const meta: Route.MetaFunction = ({ location, matches }) => {
  const lang = languageOf(location.pathname);
  const t = translator(lang, "submit");
  return pageMeta({
    screen: "submit",
    params: {},
    lang,
    siteUrl: matches[0].loaderData?.siteUrl ?? "",
    title: `${t("title")} | Maillothèque`,
    description: t("metaDescription"),
  });
};

export default function Submit() {
  const { t } = useTranslation("submit");
  const [query] = useSearchParams();
  const sent = query.get(SENT_PARAM);
  const sentId = sent && isUuid(sent) ? sent : undefined;
  return (
    <div className="page grid max-w-5xl gap-8 py-10 md:py-16">
      <header className="grid gap-2">
        <h1 className="heading text-3xl">{t("title")}</h1>
        {!sentId && (
          <>
            <p className="text-muted">{t("lead")}</p>
            <p className="text-sm text-muted">{t("required")}</p>
          </>
        )}
      </header>
      <RequireMember reason="submit" fallback={<FormSkeleton />} challenge={SecondFactor}>
        {({ id }) => (
          <Suspense fallback={<FormSkeleton />}>
            <MemberForm key={id} userId={id} sentId={sentId} fallback={<FormSkeleton />} />
          </Suspense>
        )}
      </RequireMember>
    </div>
  );
}

function FormSkeleton() {
  return (
    <div className="grid gap-6 lg:mr-86">
      <Skeleton className="h-7 w-40" />
      <Skeleton className="h-46" />
      {["club", "place", "season", "title"].map((field) => (
        <Skeleton key={field} className="h-17" />
      ))}
    </div>
  );
}
