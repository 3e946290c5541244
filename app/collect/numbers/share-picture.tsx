import { ImagePlus } from "lucide-react";
import { lazy, Suspense, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import type { CopyEntry } from "../domain/copies/filter.ts";
import { Chart } from "./chart.tsx";

/** Lazy: it is rarely opened. */
const PictureEditor = lazy(() => import("./picture-editor.tsx"));

/** A picture of the collection to share, made on demand. */
export function SharePicture({ userId, copies }: { userId: string; copies: CopyEntry[] }) {
  const { t } = useTranslation("collectionNumbers");
  const [isOpen, setOpen] = useState(false);
  return (
    <Chart title={t("share.title")} isWide>
      <p className="max-w-prose text-sm text-muted">{t("share.text")}</p>
      {isOpen ? (
        <Suspense fallback={<Skeleton className="h-96 rounded-2xl" />}>
          <PictureEditor userId={userId} copies={copies} />
        </Suspense>
      ) : (
        <Button variant="outline" className="justify-self-start" onClick={() => setOpen(true)}>
          <ImagePlus aria-hidden />
          {t("share.open")}
        </Button>
      )}
    </Chart>
  );
}
