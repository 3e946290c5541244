import { Hourglass } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import { useRevalidator } from "react-router";

import { Button } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";

/** Without a time from the server: the longest that anybody waits, in seconds. */
const LONGEST = 60;

/** Someone has filtered too often within a minute. The page goes on by itself. */
export function Busy({ seconds = LONGEST }: { seconds?: number | undefined }) {
  const { t } = useTranslation("filters");
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
              {t("busy.retry")}
            </Button>
          }
        >
          <p>{t("busy.text")}</p>
        </EmptyState>
      </div>
    </div>
  );
}
