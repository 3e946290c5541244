import { Button } from "../../shared/ui/button.tsx";

/** Asks whether lines that may say the same shirt once more are as many copies. */
export function CopiesQuestion({
  id,
  question,
  no,
  yes,
  areCopies,
  onAnswer,
}: {
  id: string;
  question: string;
  no: string;
  yes: string;
  areCopies: boolean;
  onAnswer: (areCopies: boolean) => void;
}) {
  return (
    <div
      role="group"
      aria-labelledby={id}
      className="grid max-w-prose gap-3 rounded-xl bg-surface p-4"
    >
      <p id={id}>{question}</p>
      <div className="flex flex-wrap gap-2">
        {[false, true].map((answer) => (
          <Button
            key={String(answer)}
            variant={answer === areCopies ? "default" : "outline"}
            size="sm"
            aria-pressed={answer === areCopies}
            onClick={() => onAnswer(answer)}
          >
            {answer ? yes : no}
          </Button>
        ))}
      </div>
    </div>
  );
}
