import { useTranslation } from "react-i18next";

import { Spinner } from "../../components/ui/spinner.tsx";
import { RequireAdmin } from "../../features/session-guard/require-admin.tsx";
import { RequireMember } from "../../features/session-guard/require-member.tsx";
import { translator } from "../../i18n/translations.ts";
import { languageOf } from "../../i18n/languages.ts";
import { noindexMeta } from "../../head/noindex-meta.ts";
import type { Route } from "./+types/route.ts";
import { SecondFactor } from "../shared/second-factor.tsx";
import { AdminTabs } from "./admin-tabs.tsx";

export const meta: Route.MetaFunction = ({ location }) =>
  noindexMeta(translator(languageOf(location.pathname), "admin")("title"));

export default function Admin() {
  const { t } = useTranslation("admin");
  return (
    <div className="page grid gap-8 py-10 md:py-14">
      <h1 className="heading text-3xl">{t("title")}</h1>
      <RequireMember reason="admin" fallback={<Checking />} challenge={SecondFactor}>
        {({ id }) => (
          <RequireAdmin userId={id} fallback={<Checking />}>
            <AdminTabs userId={id} />
          </RequireAdmin>
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
