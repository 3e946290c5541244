import { useEffect, useRef, useState } from "react";

import { tabDraft } from "../../shared/browser/tab-draft.ts";
import { databaseProblem } from "../../shared/data/database-error.ts";
import type { Day } from "../../shared/domain/day.ts";
import { useSession } from "../../shared/session/use-session.ts";
import type { Choice } from "../domain/duel-choices.ts";
import { answerDuel, type MyDuel, readMyDuel } from "../data/my-duel.ts";
import { readingPlayer } from "../data/player.ts";

/** An answer that isn't stored yet: it waits for the network, also through a reload. */
const unsent = tabDraft<Choice>("duel");

/** A player's answer of a day: read once the session is known, of visitors who have played. */
export function useMyDuel(day: Day) {
  const session = useSession();
  const isKnown = session.status !== "unknown";
  const memberId = session.status === "member" ? session.user.id : undefined;
  const [mine, setMine] = useState<MyDuel>();
  /** Chosen here, and not stored yet. */
  const [chosen, setChosen] = useState<Choice>();
  const [problem, setProblem] = useState<unknown>();
  const [isUnread, setUnread] = useState(false);
  const latest = useRef(0);
  const sending = useRef(Promise.resolve());

  function answer(choice: Choice): void {
    latest.current += 1;
    setChosen(choice);
    setProblem(undefined);
    unsent.store(day, choice);
    sending.current = send(choice, latest.current, sending.current);
  }

  /** After the one before: an answer that arrives late doesn't replace a later one. */
  async function send(choice: Choice, number: number, before: Promise<void>): Promise<void> {
    await before;
    if (number !== latest.current) return;
    try {
      const state = await answerDuel(day, choice);
      if (number !== latest.current) return;
      setMine(state);
      setUnread(false);
      setChosen(undefined);
      unsent.remove(day);
    } catch (error) {
      if (number !== latest.current) return;
      setProblem(error);
      if (databaseProblem(error).kind !== "changed") return;
      setChosen(undefined);
      unsent.remove(day);
    }
  }

  useEffect(() => {
    if (!isKnown) return undefined;
    const waiting = unsent.read(day);
    if (waiting) {
      answer(waiting);
      return undefined;
    }
    if (!memberId && !readingPlayer().player) return undefined;
    let isCurrent = true;
    const before = latest.current;
    async function read() {
      try {
        const state = await readMyDuel(day);
        // An answer given meanwhile knows more.
        if (isCurrent && before === latest.current) setMine(state);
        if (isCurrent) setUnread(false);
      } catch {
        if (isCurrent) setUnread(true);
      }
    }
    void read();
    const again = () => void read();
    window.addEventListener("online", again);
    return () => {
      isCurrent = false;
      window.removeEventListener("online", again);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `answer` is another one in each rendering
  }, [day, isKnown, memberId]);

  useEffect(() => {
    if (!chosen) return undefined;
    const again = () => answer(chosen);
    window.addEventListener("online", again);
    return () => window.removeEventListener("online", again);
  });

  return {
    answer,
    choice: chosen ?? mine?.choice ?? undefined,
    isStored: chosen === undefined && mine?.choice !== undefined && mine.choice !== null,
    share: mine?.share ?? null,
    /** Why an answer isn't counted; undefined while that isn't known. */
    standing: !isKnown
      ? undefined
      : memberId
        ? mine && (mine.counts ? "counts" : "young")
        : "visitor",
    problem,
    isUnread,
  } as const;
}
