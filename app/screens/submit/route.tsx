import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";

import { Skeleton } from "../../components/ui/skeleton.tsx";
import { RequireMember } from "../../features/session-guard/require-member.tsx";
import { translator } from "../../i18n/translations.ts";
import { languageOf } from "../../i18n/languages.ts";
import { pageMeta } from "../../head/page-meta.ts";
import type { Route } from "./+types/route.ts";
import { SecondFactor } from "../shared/second-factor.tsx";

/** Lazy: only members need the form with its rules and libraries. */
const SubmitForm = lazy(async () => ({
  default: (await import("../../features/submit/submit-form.tsx")).SubmitForm,
}));

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
  return (
    <div className="page grid max-w-5xl gap-8 py-10 md:py-16">
      <header className="grid gap-2">
        <h1 className="heading text-3xl">{t("title")}</h1>
        <p className="text-muted">{t("lead")}</p>
        <p className="text-sm text-muted">{t("required")}</p>
      </header>
      <RequireMember reason="submit" fallback={<FormSkeleton />} challenge={SecondFactor}>
        {({ id }) => (
          <Suspense fallback={<FormSkeleton />}>
            <SubmitForm key={id} userId={id} fallback={<FormSkeleton />} />
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
      {["league", "competition", "season", "team", "title"].map((field) => (
        <Skeleton key={field} className="h-17" />
      ))}
    </div>
  );
}
