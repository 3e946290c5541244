import { lazy, type ReactNode, Suspense, useState, useSyncExternalStore } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { ColorNames } from "../../shared/components/color-swatch.tsx";
import { hasStoredSession } from "../../shared/data/browser.ts";
import type { Day } from "../../shared/domain/day.ts";
import { formatDay } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Spinner } from "../../shared/ui/spinner.tsx";
import type { GuessDay } from "../data/guess-days.ts";
import { readingPlayer } from "../data/player.ts";
import { Bands } from "./bands.tsx";

/** Lazy: the field, the client library and the query library load for those who play. */
const Game = lazy(() => import("./game.tsx"));

const unchanging = () => () => {};
const isPlayer = () => hasStoredSession() || readingPlayer().player !== undefined;

/**
 * The guess of a day. What everybody sees before the first try is part of the page, the game is loaded by those who play
 * (docs/product/daily.md 28.10).
 */
export function GuessSection({
  guess,
  today,
  hasTitle = true,
}: {
  guess: GuessDay;
  today: Day;
  /** False where the page has it. */
  hasTitle?: boolean;
}) {
  const { t } = useTranslation("guess");
  const lang = useLanguage();
  const [isStarted, setStarted] = useState(false);
  // Returning players continue without pressing Play.
  const hasPlayed = useSyncExternalStore(unchanging, isPlayer, () => false);
  const isOpen = isStarted || hasPlayed;
  // A day that ends while the page is open isn't late.
  const [isLate] = useState(guess.day !== today);
  const start = (
    <Start
      guess={guess}
      action={
        isOpen ? (
          <Spinner />
        ) : (
          <Button variant="hero" className="needs-scripts" onClick={() => setStarted(true)}>
            {t("play")}
          </Button>
        )
      }
    />
  );
  return (
    <section aria-labelledby="guess" className="@container grid grid-cols-1 content-start gap-4">
      <div className="grid gap-2 empty:hidden">
        <h2 id="guess" className={hasTitle ? "heading text-2xl md:text-3xl" : "sr-only"}>
          {guess.day === today ? t("title") : t("ofDay", { day: formatDay(guess.day, lang) })}
        </h2>
        {hasTitle && isLate && <p role="status">{t("late")}</p>}
      </div>
      {isOpen ? (
        <Suspense fallback={start}>
          <Game key={guess.day} day={guess.day} today={today} fallback={start} />
        </Suspense>
      ) : (
        start
      )}
      <noscript>
        <p>{t("noScripts")}</p>
      </noscript>
    </section>
  );
}

function Start({ guess, action }: { guess: GuessDay; action: ReactNode }) {
  const { t } = useTranslation("guess");
  return (
    <div className="grid grid-cols-1 items-center gap-4 @3xl:grid-cols-2 @3xl:gap-12">
      <Bands palette={guess.palette} />
      <div className="grid justify-items-start gap-3">
        <p className="text-xl font-semibold text-balance md:text-2xl">{t("lead")}</p>
        <p className="sr-only">{t("clues.title")}</p>
        <ColorNames colors={guess.palette} />
        {action}
      </div>
    </div>
  );
}
