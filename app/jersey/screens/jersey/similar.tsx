import type { ComponentType } from "react";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import type { JerseyCardProps } from "../../../shared/components/jersey-card.tsx";
import type { JerseySummary } from "../../../shared/domain/jersey.ts";

/** Similar jerseys: a row on a phone, otherwise a grid. Renders nothing without any. */
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
      <ul className="-mx-(--gutter) mt-3 flex snap-x gap-4 overflow-x-auto px-(--gutter) py-3 [scroll-padding-inline:var(--gutter)] [scrollbar-width:none] md:mx-0 md:grid md:grid-cols-3 md:gap-6 md:px-0">
        {jerseys.map((jersey) => (
          <li key={jersey.id} className="w-[56vw] shrink-0 snap-start md:w-auto">
            <Card jersey={jersey} sizes="(min-width: 80rem) 26rem, (min-width: 48rem) 30vw, 56vw" />
          </li>
        ))}
      </ul>
    </section>
  );
}
