import { useCallback, useSyncExternalStore } from "react";
import { Link } from "react-router";

import { Trans, useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { localPath } from "../../../shared/address/local-path.ts";
import { useHref } from "../../../shared/address/use-href.ts";
import { postponedReport } from "../../../shared/session/postponed-action.ts";

/**
 * Names the form for reports without an account to a visitor who pressed "Report" on the page at `next`.
 * The browser alone knows of it.
 */
export function ReportWithoutAccount({ next }: { next: string }) {
  const { t } = useTranslation("auth");
  const to = useHref();
  const read = useCallback(() => {
    const target = postponedReport(next);
    if (!target) return undefined;
    if (target.type === "jersey") return to("jerseyById", { id: target.id });
    const page = next.replace(/[?#].*$/, "");
    return target.type === "comment" ? `${page}#comment-${target.id}` : page;
  }, [next, to]);
  const address = useSyncExternalStore(subscribe, read, () => undefined);
  if (!localPath(address)) return null;
  return (
    <p className="mb-8 rounded-2xl border border-line bg-surface px-4 py-3">
      <Trans
        t={t}
        i18nKey="reportWithoutAccount"
        components={[
          <Link
            key="0"
            to={`${to("report", {})}?address=${encodeURIComponent(address!)}`}
            className="font-semibold underline underline-offset-4"
          />,
        ]}
      />
    </p>
  );
}

/** Nothing changes it while the screen is open. */
const subscribe = () => () => {};
