import { type ReactNode, useId } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";

/** One setting of the account's security: name, state, actions. */
export function Row({
  title,
  value,
  action,
  children,
}: {
  title: ReactNode;
  value?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-4 border-t border-line py-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 flex-1 basis-40 grid-cols-1 gap-1">
          <h3 id={id} className="font-semibold">
            {title}
          </h3>
          {value && <div className="text-sm wrap-anywhere text-muted">{value}</div>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}

/** In place of a setting that could not be read, with a button that tries again. */
export function ReadFailed({ onRetry }: { onRetry: () => unknown }) {
  const { t } = useTranslation(["security", "common"]);
  return (
    <div className="flex flex-wrap items-center gap-3 text-sm">
      {t("common:error.loadFailed")}
      <Button variant="outline" size="sm" onClick={() => void onRetry()}>
        {t("common:error.retry")}
      </Button>
    </div>
  );
}

/** An error message; screen readers announce it when it appears. */
export function Failure({ children }: { children: string | undefined }) {
  return (
    <p role="alert" className="text-sm text-danger empty:hidden">
      {children}
    </p>
  );
}
