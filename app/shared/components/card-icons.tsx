import { Ellipsis, Flag, Shirt, Triangle } from "lucide-react";

const ICONS = { vote: Triangle, flag: Flag, ellipsis: Ellipsis, shirt: Shirt } as const;

/** Filled, or as the icon that refers to it: the shirt of an owned jersey. */
const FILLS: Record<string, string> = { vote: "fill-current", shirt: "fill-inherit" };

/** SVG symbols of the icons on cards, rendered once per page; `CardIcon` refers to them. */
export function CardDrawings() {
  return (
    <svg aria-hidden className="hidden">
      {Object.entries(ICONS).map(([name, Icon]) => (
        <symbol key={name} id={`icon-${name}`} viewBox="0 0 24 24">
          <Icon aria-hidden className={FILLS[name]} />
        </symbol>
      ))}
    </svg>
  );
}

/** An icon of a card, by reference: a page has dozens of cards. */
export function CardIcon({ of }: { of: keyof typeof ICONS }) {
  return (
    <svg aria-hidden className="icon">
      <use href={`#icon-${of}`} />
    </svg>
  );
}
