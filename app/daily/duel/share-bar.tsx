import { CHOICES, type Choice, type DuelShare } from "../domain/duel-choices.ts";

/** The parts of the answers as a bar, in the order of the shirts above it. The numbers beside it say the same. */
export function ShareBar({ share, left }: { share: DuelShare; left: Exclude<Choice, "neither"> }) {
  const right = left === "first" ? "second" : "first";
  const most = Math.max(...CHOICES.map((choice) => share[choice]));
  return (
    <div aria-hidden className="flex h-2 gap-0.5 overflow-hidden rounded-full">
      {([left, "neither", right] as const).map((choice) => (
        <span
          key={choice}
          style={{ flexGrow: share[choice] }}
          className={
            choice === "neither" ? "bg-line" : share[choice] === most ? "bg-accent" : "bg-control"
          }
        />
      ))}
    </div>
  );
}
