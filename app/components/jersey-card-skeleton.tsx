import { Skeleton } from "./ui/skeleton.tsx";

/** Placeholder in the size of a card. */
export function JerseyCardSkeleton() {
  return (
    <div aria-hidden className="grid gap-3">
      <Skeleton className="aspect-square rounded-2xl" />
      <div className="grid gap-2">
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="h-5 w-4/5" />
        <Skeleton className="mt-4 h-4 w-1/3" />
      </div>
    </div>
  );
}
