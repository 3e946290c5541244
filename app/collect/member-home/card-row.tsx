import type { ComponentType } from "react";

import { BareCard } from "../../shared/components/bare-card.tsx";
import type { JerseyCardProps } from "../../shared/components/jersey-card.tsx";
import type { JerseySummary } from "../../shared/domain/jersey.ts";
import { HaveButton } from "../collection/have-button.tsx";

const SIZES = "(min-width: 40rem) 14rem, 46vw";

/** A row of cards that scrolls to the edges of the screen. */
export function CardRow({
  jerseys,
  Card,
  isTaking = false,
}: {
  jerseys: readonly JerseySummary[];
  Card: ComponentType<JerseyCardProps>;
  /** True if the member says of each whether they own it: a wide button in the place of votes. */
  isTaking?: boolean;
}) {
  return (
    <ul className="-mx-(--gutter) flex snap-x gap-4 overflow-x-auto px-(--gutter) py-2 [scroll-padding-inline:var(--gutter)] [scrollbar-width:none]">
      {jerseys.map((jersey) => (
        <li
          key={jersey.id}
          className="grid w-[46vw] min-w-40 shrink-0 snap-start content-start gap-2 sm:w-56"
        >
          {isTaking ? (
            <>
              <BareCard jersey={jersey} sizes={SIZES} />
              <HaveButton jersey={jersey} className="wide" />
            </>
          ) : (
            <Card jersey={jersey} sizes={SIZES} />
          )}
        </li>
      ))}
    </ul>
  );
}
