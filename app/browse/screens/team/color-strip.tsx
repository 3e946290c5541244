import { Link } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { useHref } from "../../../shared/address/use-href.ts";
import type { DecadeColors } from "../../data/teams/team-colors.ts";
import { COLOR_HEX } from "../../../shared/domain/colors.ts";

/** The names that fit below a decade; all are in the text for screen readers. */
const NAMED = 3;

/** The main colours of a team's shirts as a strip, a part per decade, each leading to its shirts. */
export function ColorStrip({ teamId, decades }: { teamId: string; decades: DecadeColors[] }) {
  const { t } = useTranslation(["team", "common", "catalogue"]);
  const to = useHref();
  if (decades.length === 0) return null;
  return (
    <section aria-labelledby="colors" className="page pt-14">
      <h2 id="colors" className="heading text-2xl md:text-3xl">
        {t("team:colorStrip.title")}
      </h2>
      <p className="mt-2 text-muted">{t("team:colorStrip.lead")}</p>
      <ol className="-mx-(--gutter) mt-4 flex overflow-x-auto px-(--gutter) py-1">
        {decades.map(({ decade, colors }) => (
          <li key={decade} className="min-w-28 flex-1 not-last:pr-0.5">
            <Link
              to={`${to("team", { teamId })}?decade=${decade}`}
              preventScrollReset
              className="group block"
            >
              <span
                aria-hidden
                className="flex h-10 border border-control forced-color-adjust-none"
              >
                {colors.map(({ color, kits }) => (
                  <span
                    key={color}
                    className="not-last:border-r not-last:border-control"
                    style={{ backgroundColor: COLOR_HEX[color], flexGrow: kits }}
                  />
                ))}
              </span>
              <span className="numeral mt-2 block text-lg underline decoration-control underline-offset-4 group-hover:decoration-ink">
                {t("catalogue:decade", { year: decade })}
              </span>
              <span aria-hidden className="mt-1 block pr-2 text-xs text-muted">
                {colors
                  .slice(0, NAMED)
                  .map(({ color }) => t(`common:color.${color}`))
                  .join(", ")}
              </span>
              <span className="sr-only">
                {colors
                  .map(
                    ({ color, kits }) =>
                      `${t(`common:color.${color}`)} (${t("catalogue:count.jerseys", { count: kits })})`,
                  )
                  .join(", ")}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
