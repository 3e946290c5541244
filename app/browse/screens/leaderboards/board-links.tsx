import { Link } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { useHref } from "../../../shared/address/use-href.ts";
import { ColorSwatch } from "../../../shared/components/color-swatch.tsx";
import type { NamedBoard } from "../../data/ranking/boards.ts";
import { isColor } from "../../../shared/domain/colors.ts";
import type { BoardScope } from "../../../shared/domain/leaderboard.ts";

/** Boards shown before the rest unfolds. */
const SHOWN = 12;

/** Links to the leaderboards of every kind that has any. */
export function BoardLinks({ scopes }: { scopes: { scope: BoardScope; boards: NamedBoard[] }[] }) {
  const { t } = useTranslation("leaderboards");
  return (
    <div className="grid gap-6">
      {scopes
        .filter(({ boards }) => boards.length > 0)
        .map(({ scope, boards }) => (
          <section key={scope} aria-labelledby={`by-${scope}`} className="grid gap-3">
            <h2 id={`by-${scope}`} className="heading text-xl">
              {t(`by.${scope}`)}
            </h2>
            <Links boards={boards.slice(0, SHOWN)} />
            {boards.length > SHOWN && (
              <details className="grid gap-3">
                <summary className="w-fit cursor-pointer py-2.5 text-sm font-semibold underline">
                  {t("more", { count: boards.length - SHOWN })}
                </summary>
                <Links boards={boards.slice(SHOWN)} />
              </details>
            )}
          </section>
        ))}
    </div>
  );
}

function Links({ boards }: { boards: NamedBoard[] }) {
  const to = useHref();
  return (
    <ul className="flex flex-wrap gap-2">
      {boards.map(({ scope, value, name }) => (
        <li key={value}>
          <Link
            to={to("leaderboard", { scope, value })}
            className="inline-flex min-h-11 items-center gap-2 rounded-full border border-control px-5 text-sm font-semibold transition-colors hover:border-ink"
          >
            {scope === "color" && isColor(value) && <ColorSwatch color={value} />}
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
