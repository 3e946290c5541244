import { type GuessGame, MOST_TRIES } from "../data/guess.ts";

const SAME = "🟩";
const OTHER = "⬛";
const UNKNOWN = "⬜";

const square = (answer: boolean | null) => (answer === null ? UNKNOWN : answer ? SAME : OTHER);

/** How the game went, in squares that name neither the team nor the decade: a line for each try. */
export function shareText(
  { state, tries }: Pick<GuessGame, "state" | "tries">,
  title: string,
  address: string,
): string {
  const score = state === "won" ? tries.length : "X";
  const lines = tries.map(({ sport, competition, country, color, team, when }) =>
    [sport, competition, country, color, team, when === "right"].map(square).join(""),
  );
  return [`${title} ${score}/${MOST_TRIES}`, ...lines, address].join("\n");
}
