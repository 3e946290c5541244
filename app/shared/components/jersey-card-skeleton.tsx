import { Skeleton } from "../ui/skeleton.tsx";

/** Placeholder in the size of a card. */
export function JerseyCardSkeleton() {
  return (
    <div aria-hidden className="card">
      <Skeleton className="aspect-square rounded-2xl" />
      <div className="card-text min-h-23 gap-2">
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="h-5 w-4/5" />
        <Skeleton className="mt-4 h-4 w-1/3" />
      </div>
      <Skeleton className="h-11 w-28 rounded-full" />
    </div>
  );
}
