import { Shirt } from "lucide-react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { PlainLink } from "../../shared/components/plain-link.tsx";
import { button } from "../../shared/ui/button.tsx";
import { useHref } from "../../shared/address/use-href.ts";

/** The way to one's own shirts, one press away on every page. For members only. */
export function CollectionLink() {
  const { t } = useTranslation();
  return (
    <PlainLink
      to={useHref()("accountSection", { section: "collection" })}
      title={t("nav.collection")}
      className={button({
        variant: "ghost",
        size: "icon",
        className: "if-member 2xl:w-auto 2xl:px-3",
      })}
    >
      <Shirt aria-hidden />
      <span className="max-2xl:sr-only">{t("nav.collection")}</span>
    </PlainLink>
  );
}
