import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { ColorShirt } from "../../collect/components/color-shirt.tsx";
import { button } from "../../shared/ui/button.tsx";
import { COLORS } from "../../shared/domain/colors.ts";

/** The way into the catalogue: fourteen shirts, each a link to those of its colour. */
export function ColorStrip() {
  const { t } = useTranslation("filters");
  const { t: common } = useTranslation();
  const catalogue = useHref()("catalogue", {});
  return (
    <section aria-labelledby="colors" className="page pt-6 pb-6 md:pt-14 md:pb-16">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="colors" className="heading text-2xl md:text-3xl">
          {t("byColor")}
        </h2>
        <Link to={catalogue} className={button({ variant: "outline", size: "sm" })}>
          {t("whole")}
        </Link>
      </div>
      <ul className="rail mt-3 -mx-(--gutter) grid auto-cols-[minmax(4.75rem,1fr)] grid-flow-col overflow-x-auto px-(--gutter) py-1 [scrollbar-width:none] md:mt-4">
        {COLORS.map((color) => (
          <li key={color}>
            <Link
              to={`${catalogue}?color=${color}`}
              className="grid min-h-22 content-center justify-items-center gap-1 rounded-xl text-xs transition-colors hover:bg-surface"
            >
              <ColorShirt color={color} />
              {common(`color.${color}`)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
