import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";

import { footerLink } from "./auth-frame.tsx";
import { withMode } from "./mode.ts";

/** The way back from the other ways in to the password. */
export function BackToLogin() {
  const { t } = useTranslation("auth");
  const [query] = useSearchParams();
  return (
    <Link to={withMode(query, "login")} replace className={footerLink}>
      {t("recover.back")}
    </Link>
  );
}
