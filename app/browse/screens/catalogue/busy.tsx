import { Hourglass } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { useRevalidator } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { Button } from "../../../shared/ui/button.tsx";
import { EmptyState } from "../../../shared/ui/empty-state.tsx";

/** Someone who has filtered too often within a minute comes from another screen. The page goes on by itself. */
export function Busy({ seconds }: { seconds: number }) {
  const { t } = useTranslation(["filters", "common"]);
  const { revalidate, state } = useRevalidator();
  const goOn = useEffectEvent(() => void revalidate());
  useEffect(() => {
    const timer = setTimeout(() => goOn(), seconds * 1_000);
    return () => clearTimeout(timer);
  }, [seconds]);
  return (
    <div className="page py-16">
      <h1 className="sr-only">{t("busy.title")}</h1>
      <div role="alert">
        <EmptyState
          icon={<Hourglass aria-hidden />}
          title={t("busy.title")}
          action={
            <Button disabled={state === "loading"} onClick={() => void revalidate()}>
              {t("common:error.retry")}
            </Button>
          }
        >
          <p>{t("busy.text", { seconds })}</p>
        </EmptyState>
      </div>
    </div>
  );
}

/** Tells someone who has filtered too often how long the page waits, above the result that it still shows. */
export function Waiting({ seconds }: { seconds: number }) {
  const { t } = useTranslation("filters");
  return (
    <p role="alert" className="catalogue-dropped">
      {t("busy.text", { seconds })}
    </p>
  );
}
