import type { ReactNode } from "react";

import { Button, type ButtonVariants } from "../ui/button.tsx";

/** Shows more of a list. It is disabled while it reads. */
export function MoreButton({
  isReading = false,
  onMore,
  className = "justify-self-center",
  size,
  children,
}: {
  isReading?: boolean;
  onMore: () => void;
  className?: string;
  size?: ButtonVariants["size"];
  children: ReactNode;
}) {
  return (
    <Button
      variant="outline"
      size={size}
      className={className}
      disabled={isReading}
      onClick={onMore}
    >
      {children}
    </Button>
  );
}
