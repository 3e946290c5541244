import { ChevronLeft, ChevronRight } from "lucide-react";

import { Button, type ButtonVariants } from "../ui/button.tsx";

/**
 * Button to the previous or next picture. At the end it uses `aria-disabled`, so that it keeps its
 * place and the focus.
 */
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
    <Button size="icon" aria-disabled={isEnd} onClick={isEnd ? undefined : onStep} {...look}>
      <Icon aria-hidden />
    </Button>
  );
}
