import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { COLOR_HEX } from "../../shared/domain/colors.ts";
import { formatNumber } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import type { CopyEntry } from "../domain/copies/filter.ts";
import { decadeColors } from "../domain/copies/statistics.ts";

/** The colours that are named below a decade; all are in the text for screen readers. */
const NAMED = 2;

/** A whole collection as one picture: a band of the main colours of its shirts, decade by decade. */
export function Band({ copies }: { copies: readonly CopyEntry[] }) {
  const { t } = useTranslation(["collectionNumbers", "common", "copies", "catalogue"]);
  const lang = useLanguage();
  return (
    <ol aria-label={t("collectionNumbers:band")} className="-my-1 flex overflow-x-auto py-1">
      {decadeColors(copies).map(({ decade, count, colors }) => {
        const named = colors.map(({ color, count }) => ({
          name: color ? t(`common:color.${color}`) : t("copies:none"),
          count,
        }));
        return (
          <li key={decade} className="min-w-20 basis-0 not-last:pr-0.5" style={{ flexGrow: count }}>
            <span
              aria-hidden
              className="flex h-28 border border-control forced-color-adjust-none md:h-44"
            >
              {colors.map(({ color, count }) => (
                <span
                  key={color}
                  className="bg-line not-last:border-r not-last:border-control"
                  style={{ flexGrow: count, ...(color && { backgroundColor: COLOR_HEX[color] }) }}
                />
              ))}
            </span>
            <span className="numeral mt-2 block text-lg md:text-2xl">
              {decade === null ? t("copies:none") : t("catalogue:decade", { year: decade })}
            </span>
            <span className="sr-only">
              {named.map(({ name, count }) => `${name} (${formatNumber(count, lang)})`).join(", ")}
            </span>
            <span aria-hidden className="block text-sm text-muted">
              {named
                .slice(0, NAMED)
                .map(({ name }) => name)
                .join(", ")}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
