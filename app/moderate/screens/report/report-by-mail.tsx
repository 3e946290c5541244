import { Mail } from "lucide-react";
import { Link } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { useHref } from "../../../shared/address/use-href.ts";
import { button } from "../../../shared/ui/button.tsx";
import { reportMailLink } from "./report-mail-link.ts";

/**
 * Instead of the form, while no reports are taken (a Supabase project without its job, or too many that nobody
 * confirms), and below it for somebody who has reached a limit: a mail to the operator, or how to report with an account.
 */
export function ReportByMail({
  address,
  contact,
  siteUrl,
}: {
  address: string;
  /** The operator's e-mail address, if it is set. */
  contact: string | undefined;
  siteUrl: string;
}) {
  const { t } = useTranslation(["visitorReport", "common"]);
  const to = useHref();
  return (
    <div className="grid max-w-2xl gap-5">
      <p>{t(contact ? "byMail.text" : "byMail.noContact")}</p>
      {contact && (
        <>
          <a
            href={reportMailLink({
              contact,
              subject: t("byMail.subject"),
              lines: [t("address"), t("category"), t("reason"), t("name")],
              address,
              siteUrl,
            })}
            className={button({ size: "lg", className: "max-w-full justify-self-start" })}
          >
            <Mail aria-hidden />
            {t("byMail.write")}
          </a>
          <p className="break-words">{contact}</p>
        </>
      )}
      <p className="text-muted">
        {t("byMail.account")}{" "}
        <Link
          to={to("auth", {})}
          className="underline decoration-control underline-offset-4 hover:decoration-ink"
        >
          {t("common:nav.auth")}
        </Link>
      </p>
    </div>
  );
}
