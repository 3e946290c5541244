import { ChevronLeft, ChevronRight } from "lucide-react";

import { Button, type ButtonVariants } from "../../shared/ui/button.tsx";

/** Button to the previous or next picture. */
export function StepButton({
  to,
  isEnd,
  onStep,
  ...look
}: {
  to: "previous" | "next";
  "aria-label": string;
  isEnd: boolean;
  onStep: () => void;
  variant: ButtonVariants["variant"];
  className?: string;
}) {
  const Icon = to === "previous" ? ChevronLeft : ChevronRight;
  return (
    <Button size="icon" disabled={isEnd} onClick={onStep} {...look}>
      <Icon aria-hidden />
    </Button>
  );
}
