import type { MouseEvent } from "react";
import { useNavigate } from "react-router";

import { useHref } from "../../i18n/use-language.ts";

/**
 * The teams of a competition, `teams` being id and name in turn. There are hundreds on the page:
 * each is a plain link, which costs a tenth of the router's own, and is followed without loading a whole page.
 */
export function Participants({ teams }: { teams: string[] }) {
  const to = useHref();
  const navigate = useNavigate();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    const { button, metaKey, ctrlKey, shiftKey, altKey, currentTarget } = event;
    if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    event.preventDefault();
    void navigate(currentTarget.pathname);
  };
  return (
    <ul className="participants">
      {teams.map(
        (id, n) =>
          n % 2 === 0 && (
            <li key={id}>
              <a href={to("team", { teamId: id })} onClick={follow}>
                {teams[n + 1]}
              </a>
            </li>
          ),
      )}
    </ul>
  );
}
