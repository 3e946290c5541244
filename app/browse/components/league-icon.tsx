import type { League } from "../../shared/domain/leagues.ts";

/** SVG paths of each sport's ball, stick or controller, on a grid of 24. */
const DRAWINGS: Record<League, string> = {
  NBA: "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18ZM3 12h18M12 3v18M5.6 5.7c3.7 3.6 3.7 9 0 12.6M18.4 5.7c-3.7 3.6-3.7 9 0 12.6",
  NFL: "M20.5 3.5c-6.5-1-12 1-15 5s-2.7 8.5-2 12c3.5.7 8 1 12-2s6-8.5 5-15ZM8.5 15.5l7-7M10 12l2 2M12 10l2 2M14 8l2 2",
  NHL: "M17.5 3 12 15.5c-.4 1-1.3 1.5-2.4 1.5H5.5a2 2 0 0 0 0 4H11c1.6 0 3-.9 3.6-2.4L21 4.5M16 18.5h5v2.5h-5",
  SOCCER:
    "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18ZM12 8l3.8 2.8-1.5 4.4H9.7l-1.5-4.4L12 8ZM12 8V3.2M15.8 10.8l4.7-1.5M14.3 15.2l2.9 4M9.7 15.2l-2.9 4M8.2 10.8 3.5 9.3",
  ESPORT:
    "M7.5 6.5h9c2.5 0 4 1.7 4.3 4.2l.7 5.1c.3 2.4-2.5 3.6-4.1 1.8L15 15H9l-2.4 2.6c-1.6 1.8-4.4.6-4.1-1.8l.7-5.1C3.5 8.2 5 6.5 7.5 6.5ZM8.5 9v4M6.5 11h4M15 10h.01M17.5 12h.01",
};

/** Icon of a league's sport. Decoration beside its name. */
export function LeagueIcon({ league, className }: { league: League; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={DRAWINGS[league]} />
    </svg>
  );
}
