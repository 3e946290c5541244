import { useTranslation } from "react-i18next";

import { Spinner } from "../../../shared/ui/spinner.tsx";
import { accessContext } from "../../../shared/data/access.ts";
import { RequireReviewer } from "../../../account/session-guard/require-reviewer.tsx";
import { RequireMember } from "../../../account/session-guard/require-member.tsx";
import { translator } from "../../../shared/i18n/translations.ts";
import { languageOf } from "../../../shared/i18n/languages.ts";
import { noindexMeta } from "../../../shared/head/noindex-meta.ts";
import type { Route } from "./+types/route.ts";
import { SecondFactor } from "../../../account/session-guard/second-factor.tsx";
import { AdminTabs } from "./admin-tabs.tsx";
import { MissingSettings } from "./missing-settings.tsx";

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
    <div className="page grid gap-8 py-10 md:py-14">
      <h1 className="heading text-3xl">{t("title")}</h1>
      <RequireMember reason="admin" fallback={<Checking />} challenge={SecondFactor}>
        {({ id }) => (
          <RequireReviewer userId={id} fallback={<Checking />}>
            {(isAdmin) => (
              <>
                {isAdmin && <MissingSettings names={loaderData.missingSettings} />}
                <AdminTabs userId={id} isAdmin={isAdmin} />
              </>
            )}
          </RequireReviewer>
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
