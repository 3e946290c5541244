import type { ComponentType } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Carousel } from "../components/carousel.tsx";
import type { JerseyCardProps } from "../../shared/components/jersey-card.tsx";
import { JerseyCardSkeleton } from "../../shared/components/jersey-card-skeleton.tsx";
import type { JerseySummary } from "../../shared/domain/jersey.ts";

/** Number of placeholders while another league loads. */
const PLACEHOLDERS = 8;

/** The latest jerseys in one row. */
export function Latest({
  jerseys,
  loading,
  Card,
}: {
  jerseys: JerseySummary[];
  loading: boolean;
  Card: ComponentType<JerseyCardProps>;
}) {
  const { t } = useTranslation(["home", "catalogue"]);
  if (!loading && jerseys.length === 0) return null;
  const width = "w-[46vw] min-w-40 sm:w-64";
  return (
    <div
      className="seen-later border-t [--room:calc(46vw+16rem)] sm:[--room:36rem] border-line py-6 md:py-16"
      aria-busy={loading}
    >
      <Carousel
        label={t("catalogue:latest")}
        heading={<h2 className="heading text-3xl">{t("catalogue:latest")}</h2>}
      >
        {loading
          ? Array.from({ length: PLACEHOLDERS }, (_, n) => (
              <li key={n} className={width}>
                <JerseyCardSkeleton />
              </li>
            ))
          : jerseys.map((jersey) => (
              <li key={jersey.id} className={width}>
                <Card jersey={jersey} sizes="(min-width: 40rem) 16rem, 46vw" />
              </li>
            ))}
      </Carousel>
    </div>
  );
}
