import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { Skeleton } from "../../../shared/ui/skeleton.tsx";

/** Placeholder of a jersey's page. */
export function JerseySkeleton() {
  const { t } = useTranslation("jersey");
  return (
    <div role="status" className="page pb-4 md:pt-8">
      <span className="sr-only">{t("loading")}</span>
      <div className="grid grid-cols-1 gap-4 md:grid-cols-[minmax(0,48rem)_minmax(18rem,1fr)] md:gap-8 lg:grid-cols-[minmax(0,48rem)_minmax(20rem,1fr)] lg:gap-x-12">
        <Skeleton className="jersey-stage aspect-square rounded-3xl" />
        <div className="grid content-start gap-6">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-12 w-4/5" />
          <Skeleton className="h-24" />
          <Skeleton className="h-64" />
        </div>
      </div>
    </div>
  );
}
