import { Check } from "lucide-react";
import { useSyncExternalStore } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useProblemText } from "../../shared/data/problem-words.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { button, Button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { formatDay } from "../../shared/i18n/format.ts";
import type { Duel, LatestDuels } from "../data/duels.ts";
import { playerSeed } from "../data/player.ts";
import { factsLine } from "../shown/facts-line.ts";
import { titleOf } from "../shown/shirt-name.tsx";
import { DuelFacts, DuelPicture } from "./duel-shirt.tsx";
import { DuelResult } from "./duel-result.tsx";
import { ShareBar } from "./share-bar.tsx";
import { answersOf, shareOf } from "./shares.ts";
import { isSecondLeft } from "./side.ts";
import { useMyDuel } from "./use-my-duel.ts";

const never = () => () => {};

const SIZES = "(min-width: 64rem) 38rem, 46vw";

/** Today's duel, and the result of the one before (docs/product/daily.md 28.33 to 28.36). */
export function DuelSection({ today, before, isLate }: LatestDuels) {
  const { t } = useTranslation("duel");
  const lang = useLanguage();
  if (!today && !before) return null;
  return (
    <section aria-labelledby="duel" className="grid grid-cols-1 gap-6">
      <div className="grid gap-2">
        <h2 id="duel" className="heading text-2xl md:text-3xl">
          {t("title")}
        </h2>
        {today ? (
          <p className="max-w-prose text-muted">{t("lead")}</p>
        ) : (
          <p role="status">{t("late")}</p>
        )}
      </div>
      <div
        className={cx(
          "grid grid-cols-1 gap-10 lg:gap-12",
          (before || isLate) && "lg:grid-cols-[minmax(0,1fr)_20rem]",
        )}
      >
        {today && <Board key={today.day} duel={today} />}
        {(before || isLate) && (
          <section aria-labelledby="duel-before" className="grid grid-cols-1 content-start gap-4">
            <h3 id="duel-before" className="caption">
              {before ? t("resultOf", { day: formatDay(before.day, lang) }) : t("result")}
            </h3>
            {isLate && <p role="status">{t("uncounted")}</p>}
            {before && <DuelResult {...before} />}
          </section>
        )}
      </div>
    </section>
  );
}

function Board({ duel }: { duel: Duel }) {
  const { t } = useTranslation(["duel", "common"]);
  const lang = useLanguage();
  const { answer, choice, share, isStored, problem, isUnread } = useMyDuel(duel.day);
  const problemText = useProblemText("duel:errors");
  // The page is the same for everyone: the browser gives each player their sides.
  const isSwapped = useSyncExternalStore(
    never,
    () => isSecondLeft(duel.day, playerSeed()),
    () => false,
  );
  const order = isSwapped ? (["second", "first"] as const) : (["first", "second"] as const);
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="caption">{t(`kinds.${duel.kind}`)}</p>
      <ul className="@container relative grid grid-cols-2 gap-x-3 gap-y-4 sm:gap-x-6">
        {order.map((of) => {
          const isChosen = choice === of;
          const shirt = duel[of];
          return (
            <li key={of} className="grid min-w-0 grid-cols-1 content-start gap-3">
              <button
                type="button"
                aria-pressed={isChosen}
                onClick={() => answer(of)}
                className="needs-scripts group grid cursor-pointer grid-cols-1 gap-3 rounded-2xl text-start"
              >
                <span
                  className={cx(
                    "block rounded-2xl ring-offset-2 ring-offset-paper transition-shadow duration-200",
                    isChosen && "ring-3 ring-accent",
                  )}
                >
                  <DuelPicture
                    shirt={shirt}
                    share={share ? shareOf(share, of, lang) : undefined}
                    sizes={SIZES}
                  />
                </span>
                <span
                  className={button({
                    variant: isChosen ? "hero" : "outline",
                    className: "w-full px-2! group-hover:border-ink",
                  })}
                >
                  {isChosen && <Check aria-hidden />}
                  {t("choose")}
                  <span className="sr-only">
                    {`: ${titleOf(shirt)}, ${factsLine(shirt.facts, lang, titleOf(shirt))}`}
                  </span>
                </span>
              </button>
              <DuelFacts shirt={shirt} />
            </li>
          );
        })}
        <span
          aria-hidden
          className="heading pointer-events-none absolute top-[calc((100cqw-0.75rem)/4)] left-1/2 grid size-10 -translate-1/2 place-items-center rounded-full bg-ink text-lg text-paper sm:size-14 sm:text-2xl"
        >
          VS
        </span>
      </ul>
      {share && <ShareBar share={share} left={order[0]} />}
      <Button
        variant={choice === "neither" ? "hero" : "outline"}
        aria-pressed={choice === "neither"}
        onClick={() => answer("neither")}
        className="needs-scripts w-full sm:w-auto sm:justify-self-center"
      >
        {choice === "neither" && <Check aria-hidden />}
        {t("neither")}
      </Button>
      <div className="grid max-w-prose gap-2 text-sm">
        <p role="status">
          {isStored && (
            <>
              {share &&
                t("share", {
                  count: answersOf(share),
                  neither: shareOf(share, "neither", lang),
                })}{" "}
              {t("saved")}
            </>
          )}
        </p>
        {problem !== undefined && (
          <div role="alert" className="grid justify-items-start gap-2">
            <p>{problemText(problem)}</p>
            {choice && (
              <Button variant="outline" size="sm" onClick={() => answer(choice)}>
                {t("common:error.retry")}
              </Button>
            )}
          </div>
        )}
        {isUnread && <p role="alert">{t("unread")}</p>}
      </div>
      <noscript>
        <p>{t("noScripts")}</p>
      </noscript>
    </div>
  );
}
