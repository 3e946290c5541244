import { Tabs as Radix } from "radix-ui";
import type { ComponentProps } from "react";

import { cx } from "./cx.ts";

export const Tabs = Radix.Root;

export function TabsList({ className, ...props }: ComponentProps<typeof Radix.List>) {
  return (
    <Radix.List
      className={cx("flex gap-1 overflow-x-auto border-b border-line", className)}
      {...props}
    />
  );
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      className={cx(
        "-mb-px h-11 border-b-2 border-transparent px-4 text-sm font-semibold whitespace-nowrap text-muted transition-colors hover:text-ink focus-visible:-outline-offset-3 data-[state=active]:border-accent-text data-[state=active]:text-ink",
        className,
      )}
      {...props}
    />
  );
}

export function TabsContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content className={cx("pt-6", className)} {...props} />;
}
