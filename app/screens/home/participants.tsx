import { useHref } from "../../address/use-href.ts";
import { PlainLink } from "../../components/plain-link.tsx";

/** The teams of a competition; `teams` holds id and name in turn. */
export function Participants({ teams }: { teams: string[] }) {
  const to = useHref();
  const ids = teams.filter((_, n) => n % 2 === 0);
  return (
    <ul className="participants">
      {ids.map((teamId, n) => (
        <li key={teamId}>
          <PlainLink to={to("team", { teamId })}>{teams[2 * n + 1]}</PlainLink>
        </li>
      ))}
    </ul>
  );
}
