import { Link, useSearchParams } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { footerLink } from "./auth-frame.tsx";
import { withMode } from "./mode.ts";

/** Link back to the password form. */
export function BackToLogin() {
  const { t } = useTranslation("auth");
  const [query] = useSearchParams();
  return (
    <Link to={withMode(query, "login")} replace className={footerLink}>
      {t("recover.back")}
    </Link>
  );
}
