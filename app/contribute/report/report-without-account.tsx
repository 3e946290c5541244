import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { cx } from "../../shared/ui/cx.ts";

/** Leads to the report form, filled with the address of the content, where the button needs scripts that are missing. */
export function ReportWithoutAccount({
  address,
  label,
  className,
}: {
  /** Path of the page, with the anchor of what is reported. */
  address: string;
  /** Accessible name, where several such links are on the page. */
  label?: string;
  className?: string;
}) {
  const { t } = useTranslation("report");
  const to = useHref();
  return (
    <noscript>
      <a
        href={`${to("report", {})}?address=${encodeURIComponent(address)}`}
        rel="nofollow"
        aria-label={label}
        className={cx(
          "min-h-11 content-center text-sm text-muted underline decoration-control underline-offset-4 hover:decoration-ink",
          className,
        )}
      >
        {t("withoutAccount")}
      </a>
    </noscript>
  );
}
