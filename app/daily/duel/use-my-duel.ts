import { useEffect, useEffectEvent, useRef, useState } from "react";

import { tabDraft } from "../../shared/browser/tab-draft.ts";
import { databaseProblem } from "../../shared/data/database-error.ts";
import type { Day } from "../../shared/domain/day.ts";
import { useSession } from "../../shared/session/use-session.ts";
import type { Choice } from "../domain/duel-choices.ts";
import { answerDuel, type MyDuel, readMyDuel } from "../data/my-duel.ts";
import { readingPlayer } from "../data/player.ts";

/** An answer that isn't stored yet: it waits for the network, also through a reload. */
const unsent = tabDraft<Choice>("duel");

/**
 * A player's answer of a day: read once the session is known, of visitors who have played. It is no query, because
 * visitors play too: the query library would weigh 9 kB on their page.
 */
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

  async function read(ended: AbortSignal): Promise<void> {
    const before = latest.current;
    try {
      const state = await readMyDuel(day);
      if (ended.aborted) return;
      // An answer given meanwhile knows more.
      if (before === latest.current) setMine(state);
      setUnread(false);
    } catch {
      if (!ended.aborted) setUnread(true);
    }
  }

  /** Sends what waits, or reads what is stored. */
  const catchUp = useEffectEvent((ended: AbortSignal) => {
    if (ended.aborted) return;
    const waiting = chosen ?? unsent.read(day);
    if (waiting) answer(waiting);
    else if (memberId || readingPlayer().player) void read(ended);
  });

  const reader = isKnown && `${day} ${memberId ?? ""}`;
  useEffect(() => {
    if (!reader) return undefined;
    const end = new AbortController();
    const { signal } = end;
    const begin = () => catchUp(signal);
    queueMicrotask(begin);
    window.addEventListener("online", begin, { signal });
    return () => end.abort();
  }, [reader]);

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
