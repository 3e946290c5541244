import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { PlainLink } from "../../../shared/components/plain-link.tsx";

import { useHref } from "../../../shared/address/use-href.ts";
import { JerseyImage } from "../../../shared/components/jersey-image.tsx";
import { button } from "../../../shared/ui/button.tsx";
import type { KitsBeside } from "../../data/kits-beside.ts";
import { jerseyParams, type JerseySummary } from "../../../shared/domain/jersey.ts";
import { inKitOrder } from "../../../shared/domain/kit-types.ts";

/**
 * The team's kits of a jersey's season, this one among them, and the same kit of the seasons before
 * and after. Renders nothing without any.
 */
export function SeasonKits({
  jersey,
  beside: { season, previous, next },
}: {
  jersey: JerseySummary;
  beside: KitsBeside;
}) {
  const { t } = useTranslation("jersey");
  const to = useHref();
  if (season.length === 0 && !previous && !next) return null;
  const steps = [
    { key: "previous" as const, kit: previous },
    { key: "next" as const, kit: next },
  ];
  return (
    <section aria-labelledby="season-kits" className="grid grid-cols-1 gap-4">
      <h2 id="season-kits" className="heading text-2xl">
        {t(season.length > 0 ? "beside.title" : "beside.nav")}
      </h2>
      {season.length > 0 && (
        <ul className="-mx-(--gutter) flex gap-3 overflow-x-auto px-(--gutter) py-1 [scrollbar-width:none] md:mx-0 md:px-1">
          {inKitOrder([jersey, ...season]).map((kit) => (
            <li key={kit.id} className="w-24 shrink-0 md:w-28">
              <Kit kit={kit} isShown={kit.id === jersey.id} />
            </li>
          ))}
        </ul>
      )}
      {(previous || next) && (
        <nav aria-label={t("beside.nav")}>
          <ul className="flex flex-wrap gap-2">
            {steps.map(({ key, kit }) =>
              kit ? (
                <li key={key}>
                  <PlainLink
                    to={to("jersey", jerseyParams(kit))}
                    rel={key === "previous" ? "prev" : "next"}
                    className={button({ variant: "outline" })}
                  >
                    {key === "previous" && <ChevronLeft aria-hidden />}
                    <span>
                      <span className="sr-only">{t(`beside.${key}`)} </span>
                      {kit.season}
                    </span>
                    {key === "next" && <ChevronRight aria-hidden />}
                  </PlainLink>
                </li>
              ) : null,
            )}
          </ul>
        </nav>
      )}
    </section>
  );
}

function Kit({ kit, isShown }: { kit: JerseySummary; isShown: boolean }) {
  const { t } = useTranslation();
  const to = useHref();
  const content = (
    <>
      <JerseyImage
        jersey={kit}
        path={kit.images[0]?.path}
        alt=""
        sizes="7rem"
        largest={320}
        className="aspect-square rounded-2xl bg-surface"
      />
      <span className="mt-1.5 block text-center text-sm font-medium">
        {t(`kitType.${kit.kit_type ?? "other"}`)}
      </span>
    </>
  );
  return isShown ? (
    <span
      aria-current="true"
      className="block [&_.exhibit]:opacity-60 [&>:first-child]:ring-2 [&>:first-child]:ring-ink"
    >
      {content}
    </span>
  ) : (
    <PlainLink
      to={to("jersey", jerseyParams(kit))}
      viewTransition
      className="block rounded-2xl underline-offset-4 hover:underline"
    >
      {content}
    </PlainLink>
  );
}
