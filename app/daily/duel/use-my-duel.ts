import { useEffect, useEffectEvent, useRef, useState } from "react";

import { tabDraft } from "../../shared/browser/tab-draft.ts";
import { databaseProblem } from "../../shared/data/database-error.ts";
import type { Day } from "../../shared/domain/day.ts";
import { useSession } from "../../shared/session/use-session.ts";
import type { Choice } from "../domain/duel-choices.ts";
import type { MyDuel } from "../data/my-duel.ts";
import { readingPlayer } from "../data/player.ts";

/** An answer that isn't stored yet: it waits for the network, also through a reload. */
const unsent = tabDraft<Choice>("duel");

/** Late: only players need the query library behind it. */
const loadDuel = () => import("../data/my-duel.ts");

/** A player's answer of a day: read once the session is known, of members and of visitors who have played. */
export function useMyDuel(day: Day) {
  const session = useSession();
  const isKnown = session.status !== "unknown";
  const memberId = session.status === "member" ? session.user.id : undefined;
  const [mine, setMine] = useState<MyDuel>();
  const [isUnread, setUnread] = useState(false);
  /** Chosen here; stored once the database says the same. */
  const [chosen, setChosen] = useState<Choice>();
  const [problem, setProblem] = useState<unknown>();
  const latest = useRef<Choice>(undefined);

  async function answer(choice: Choice): Promise<void> {
    latest.current = choice;
    setChosen(choice);
    setProblem(undefined);
    unsent.store(day, choice);
    try {
      const { answerDuel } = await loadDuel();
      await answerDuel(day, memberId, choice);
      if (latest.current === choice) unsent.remove(day);
    } catch (error) {
      // Nothing is said of an answer that has been changed since.
      if (latest.current !== choice) return;
      setProblem(error);
      if (databaseProblem(error).kind !== "changed") return;
      setChosen(undefined);
      unsent.remove(day);
    }
  }

  const hasChosen = chosen !== undefined;
  useEffect(() => {
    if (!isKnown || !(memberId || hasChosen || readingPlayer().player)) return;
    let end: (() => void) | undefined;
    const ended = new AbortController();
    const watch = async () => {
      const { watchDuel } = await loadDuel();
      if (ended.signal.aborted || end) return;
      end = watchDuel(day, memberId, ({ data, isError }) => {
        setMine(data);
        setUnread(isError);
      });
    };
    const begin = () => void watch().catch(() => setUnread(true));
    begin();
    window.addEventListener("online", begin, { signal: ended.signal });
    return () => {
      ended.abort();
      end?.();
    };
  }, [isKnown, day, memberId, hasChosen]);

  const sendWaiting = useEffectEvent(() => {
    const isWaiting = chosen !== undefined && chosen !== mine?.choice;
    const waiting = isWaiting ? chosen : unsent.read(day);
    if (waiting) void answer(waiting);
  });
  const player = isKnown && `${day} ${memberId ?? ""}`;
  useEffect(() => {
    if (!player) return;
    const ended = new AbortController();
    const { signal } = ended;
    const begin = () => !signal.aborted && sendWaiting();
    queueMicrotask(begin);
    window.addEventListener("online", begin, { signal });
    return () => ended.abort();
  }, [player]);

  const choice = chosen ?? mine?.choice ?? undefined;
  return {
    answer: (given: Choice) => void answer(given),
    choice,
    isStored: choice !== undefined && choice === mine?.choice,
    share: mine?.share ?? null,
    problem,
    isUnread,
  } as const;
}
