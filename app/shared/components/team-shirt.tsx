import type { League } from "../domain/leagues.ts";

/** SVG paths on a grid of 32: the outline, and the trim in the second colour. */
const SLEEVED = {
  outline:
    "M11 4 4 7.5 2 15l5 1.5V28h18V16.5l5-1.5-2-7.5L21 4c-.8 2.4-2.6 3.8-5 3.8S11.8 6.4 11 4Z",
  trim: "M2.5 13 7 14.4M29.5 13 25 14.4M11 4c.8 2.4 2.6 3.8 5 3.8S20.2 6.4 21 4",
};
const SLEEVELESS = {
  outline:
    "M11 3.5 8.2 4c.3 4-.7 6.4-3.2 8.3V28h22V12.3C24.5 10.4 23.5 8 23.8 4L21 3.5c-.8 3.6-2.6 5.5-5 5.5s-4.2-1.9-5-5.5Z",
  trim: "M8.2 4c.3 4-.7 6.4-3.2 8.3M23.8 4c-.3 4 .7 6.4 3.2 8.3M11 3.5c.8 3.6 2.6 5.5 5 5.5s4.2-1.9 5-5.5",
};

/** A small shirt in the team's colours. Decoration beside the team's name. */
export function TeamShirt({
  colors,
  league,
  className,
}: {
  colors: string[];
  league: League;
  className?: string;
}) {
  const { outline, trim } = league === "NBA" ? SLEEVELESS : SLEEVED;
  const [base = "var(--line)", second = "var(--control)", third] = colors;
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={className}>
      <path d={outline} fill={base} />
      <path d={trim} fill="none" stroke={second} strokeWidth="2.2" />
      {third && <path d="M6.5 26.7h19" stroke={third} strokeWidth="1.8" />}
      {/* The edge keeps a white shirt visible on white, and a black one on black. */}
      <path d={outline} fill="none" stroke="var(--control)" strokeWidth="0.8" />
    </svg>
  );
}
