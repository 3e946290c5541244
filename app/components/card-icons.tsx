import { Ellipsis, Flag, ThumbsDown, ThumbsUp } from "lucide-react";

const ICONS = { up: ThumbsUp, down: ThumbsDown, flag: Flag, ellipsis: Ellipsis } as const;

/** The drawings of the icons on every card, once a page; `CardIcon` points to them. */
export function CardDrawings() {
  return (
    <svg aria-hidden className="hidden">
      {Object.entries(ICONS).map(([name, Icon]) => (
        <symbol key={name} id={`icon-${name}`} viewBox="0 0 24 24">
          <Icon aria-hidden />
        </symbol>
      ))}
    </svg>
  );
}

/** An icon that is on every card of a page, where its drawing would be repeated dozens of times. */
export function CardIcon({ of }: { of: keyof typeof ICONS }) {
  return (
    <svg aria-hidden className="icon">
      <use href={`#icon-${of}`} />
    </svg>
  );
}
