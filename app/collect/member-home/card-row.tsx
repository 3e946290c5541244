import type { ComponentType } from "react";

import type { JerseyCardProps } from "../../shared/components/jersey-card.tsx";
import type { JerseySummary } from "../../shared/domain/jersey.ts";
import MemberShelves from "../collection/member-shelves.tsx";

const TAKEN = ["collection"] as const;

/** A row of cards that scrolls to the edges of the screen. */
export function CardRow({
  jerseys,
  Card,
  takenBy,
}: {
  jerseys: readonly JerseySummary[];
  Card: ComponentType<JerseyCardProps>;
  /** The member who may take each into their collection by a button below it. */
  takenBy?: string;
}) {
  return (
    <ul className="-mx-(--gutter) flex snap-x gap-4 overflow-x-auto px-(--gutter) py-2 [scroll-padding-inline:var(--gutter)] [scrollbar-width:none]">
      {jerseys.map((jersey) => (
        <li
          key={jersey.id}
          className="grid w-[46vw] min-w-40 shrink-0 snap-start content-start gap-2 sm:w-56"
        >
          <Card jersey={jersey} sizes="(min-width: 40rem) 14rem, 46vw" />
          {takenBy && (
            <MemberShelves userId={takenBy} jersey={jersey} compact={false} shelves={TAKEN} />
          )}
        </li>
      ))}
    </ul>
  );
}
