import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";

import type { JerseyCardProps } from "../../components/jersey-card.tsx";
import { GRID_SIZES } from "../../components/jersey-grid.tsx";
import type { JerseySummary } from "../../lib/jersey.ts";

/** Up to three others; nothing at all where there are none. */
export function Similar({
  jerseys,
  Card,
}: {
  jerseys: JerseySummary[];
  Card: ComponentType<JerseyCardProps>;
}) {
  const { t } = useTranslation("jersey");
  if (jerseys.length === 0) return null;
  return (
    <section aria-labelledby="similar" className="border-t border-line pt-12">
      <h2 id="similar" className="heading text-3xl">
        {t("similar")}
      </h2>
      <ul className="mt-6 grid grid-cols-1 gap-x-4 gap-y-8 xs:grid-cols-2 md:grid-cols-3 md:gap-x-6">
        {jerseys.map((jersey) => (
          <li key={jersey.id}>
            <Card jersey={jersey} sizes={GRID_SIZES} />
          </li>
        ))}
      </ul>
    </section>
  );
}
