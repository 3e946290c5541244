import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { PlainLink } from "../../shared/components/plain-link.tsx";

/** The site's name, as a link home. */
export function Brand() {
  const { t } = useTranslation();
  const to = useHref();
  return (
    <PlainLink to={to("home", {})} className="inline-flex h-11 items-center gap-2 rounded-md">
      <svg viewBox="0 0 32 32" aria-hidden className="size-8 shrink-0">
        <path
          d="M11 4 4 7.5 2 15l5 1.5V28h18V16.5l5-1.5-2-7.5L21 4c-.8 2.4-2.6 3.8-5 3.8S11.8 6.4 11 4Z"
          className="fill-[light-dark(var(--ink),var(--accent))]"
        />
        <path
          d="M12.5 13h3.9v11"
          className="fill-none stroke-[light-dark(var(--accent),var(--accent-ink))]"
          strokeWidth="3.2"
        />
      </svg>
      <span className="heading text-xl max-xs:sr-only max-sm:[header:has([data-to-review])_&]:sr-only">
        {t("brand")}
      </span>
    </PlainLink>
  );
}
