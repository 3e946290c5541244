import { lazy, Suspense } from "react";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { loadForMembers } from "../../../shared/session/load-for-members.ts";
import { Spinner } from "../../../shared/ui/spinner.tsx";
import { accessContext } from "../../../shared/data/access.ts";
import { RequireMember } from "../../../account/session-guard/require-member.tsx";
import { translator } from "../../../shared/i18n/translations.ts";
import { languageOf } from "../../../shared/i18n/languages.ts";
import { noindexMeta } from "../../../shared/head/noindex-meta.ts";
import type { Route } from "./+types/route.ts";
import { SecondFactor } from "../../../account/session-guard/second-factor.tsx";

/** Lazy: otherwise the route table of every page names its fifty files. */
const load = () => import("./reviewer-view.tsx");
const ReviewerView = lazy(load);
loadForMembers(load);

export function loader({ context }: Route.LoaderArgs) {
  return { missingSettings: context.get(accessContext).textPages?.missingSettings ?? [] };
}

/** Tabs and filters, which the address keeps, need nothing of the server. */
export const shouldRevalidate = () => false;

export const meta: Route.MetaFunction = ({ location }) =>
  noindexMeta(translator(languageOf(location.pathname), "admin")("title"));

export default function Admin({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("admin");
  return (
    <div className="page grid content-start py-3 md:py-5">
      <h1 className="sr-only">{t("title")}</h1>
      <RequireMember reason="admin" fallback={<Checking />} challenge={SecondFactor}>
        {({ id }) => (
          <Suspense fallback={<Checking />}>
            <ReviewerView
              userId={id}
              missingSettings={loaderData.missingSettings}
              fallback={<Checking />}
            />
          </Suspense>
        )}
      </RequireMember>
    </div>
  );
}

function Checking() {
  const { t } = useTranslation("admin");
  return (
    <p role="status" className="flex items-center gap-3 text-muted">
      <Spinner />
      {t("checking")}
    </p>
  );
}
