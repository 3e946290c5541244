import type { ReactNode } from "react";

import { Button, type ButtonVariants } from "../ui/button.tsx";

/** Shows more of a list. While it reads, it keeps its place and the focus. */
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
      aria-disabled={isReading}
      onClick={isReading ? undefined : onMore}
    >
      {children}
    </Button>
  );
}
