import { type ReactNode, useEffect, useRef, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { databaseProblem } from "../../shared/data/database-error.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import { queryClient } from "../../shared/data/query-client.ts";
import type { Day } from "../../shared/domain/day.ts";
import { teamName } from "../../shared/i18n/catalogue-names.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { useSession } from "../../shared/session/use-session.ts";
import { Button } from "../../shared/ui/button.tsx";
import { guessGame, type GuessGame, guessKeys, MOST_TRIES, tryGuess } from "../data/guess.ts";
import { Clues } from "./clues.tsx";
import { Figures } from "./figures.tsx";
import { Result } from "./result.tsx";
import { StepPicture } from "./step-picture.tsx";
import { TryForm } from "./try-form.tsx";
import { Tries } from "./tries.tsx";

/** A player's game of a day. */
export default function Game({
  day,
  today,
  fallback,
}: {
  day: Day;
  /** The day at present. */
  today: Day;
  fallback: ReactNode;
}) {
  const { t } = useTranslation(["guess", "common"]);
  const session = useSession();
  const memberId = session.status === "member" ? session.user.id : undefined;
  const { data, isError, refetch, fetchStatus } = useMemberQuery({
    ...guessGame(day, memberId),
    enabled: session.status !== "unknown",
  });
  const isOfBefore = data !== undefined && data.today < today;
  useEffect(() => {
    // A day that has ended: the answer tells whether the game still counts.
    if (isOfBefore) void refetch();
  }, [isOfBefore, refetch]);
  if (data) return <OpenedGame game={data} memberId={memberId} />;
  const isOffline = fetchStatus === "paused";
  if (!isError && !isOffline) return fallback;
  return (
    <div role="alert" className="grid justify-items-start gap-3">
      <p>{t(isOffline ? "errors.offline" : "common:error.loadFailed")}</p>
      <Button variant="outline" onClick={() => void refetch()}>
        {t("common:error.retry")}
      </Button>
    </div>
  );
}

function OpenedGame({ game, memberId }: { game: GuessGame; memberId: string | undefined }) {
  const { t } = useTranslation("guess");
  const lang = useLanguage();
  const to = useHref();
  const problemText = useProblemText("guess:errors");
  const [problem, setProblem] = useState("");
  /** Whether a try was sent since the page is open: then its answer is announced. */
  const [hasTried, setTried] = useState(false);
  const ended = useRef<HTMLHeadingElement>(null);
  const key = guessKeys.game(game.day, memberId);
  const { mutateAsync, isPending } = useMemberMutation({
    write: (client, given: { teamId: string; decade: number }) =>
      tryGuess(client, { day: game.day, ...given }),
    onSuccess: (next) => {
      setProblem("");
      setTried(true);
      queryClient.setQueryData(key, next);
    },
    onError: (error) => {
      setProblem(problemText(error));
      // Another tab, or an answer that never came.
      if (databaseProblem(error).kind === "changed") {
        void queryClient.invalidateQueries({ queryKey: key });
      }
    },
  });
  const isOpen = game.state === "open";
  useEffect(() => {
    if (hasTried && !isOpen) ended.current?.focus();
  }, [hasTried, isOpen]);
  const latest = game.tries.at(-1);
  return (
    <div className="grid grid-cols-1 gap-8">
      {game.today > game.day && (
        <p className="max-w-prose">
          {t(game.counts ? (isOpen ? "overnight" : "counted") : "past")}{" "}
          <a href={to("today", {})} className="underline underline-offset-4">
            {t("toToday")}
          </a>
        </p>
      )}
      <div className="grid grid-cols-1 items-start gap-6 @3xl:grid-cols-2 @3xl:gap-12">
        <StepPicture game={game} />
        <div className="grid grid-cols-1 gap-6">
          {isOpen ? (
            <>
              {game.figures.streak > 0 && (
                <p className="font-semibold">{t("streak", { days: game.figures.streak })}</p>
              )}
              <Clues game={game} />
              <TryForm
                day={game.day}
                n={game.tries.length + 1}
                busy={isPending}
                onTry={(given) =>
                  mutateAsync(given).then(
                    () => true,
                    () => false,
                  )
                }
              />
              <p role="alert" className="text-danger empty:hidden">
                {problem}
              </p>
            </>
          ) : (
            <Result game={game} titleRef={ended} />
          )}
          <p aria-live="polite" className="sr-only">
            {hasTried && isOpen && latest
              ? t("announced", {
                  n: game.tries.length,
                  most: MOST_TRIES,
                  team: teamName(
                    { name: latest.name.name ?? "", country: latest.name.country },
                    { slug: latest.name.competition ?? "" },
                    lang,
                  ),
                })
              : ""}
          </p>
          <Tries tries={game.tries} />
        </div>
      </div>
      {game.figures.played > 0 && (
        <Figures figures={game.figures} isMember={memberId !== undefined} />
      )}
    </div>
  );
}
