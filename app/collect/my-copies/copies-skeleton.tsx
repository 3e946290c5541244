import { Skeleton } from "../../shared/ui/skeleton.tsx";

/** The shapes of a collection that is being read, as high as the window, so that nothing below is seen to move. */
export function CopiesSkeleton() {
  return (
    <div className="grid min-h-svh grid-cols-1 content-start gap-4">
      <Skeleton className="h-11" />
      <Skeleton className="h-11 w-48" />
      <div className="grid grid-cols-2 gap-4 md:grid-cols-3 lg:grid-cols-4">
        {Array.from({ length: 8 }, (_, n) => (
          <Skeleton key={n} className="aspect-square rounded-2xl" />
        ))}
      </div>
    </div>
  );
}
