import { Flag } from "lucide-react";
import { Suspense, useCallback, useEffect, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { lazyDialog } from "../../shared/components/lazy-dialog.ts";
import { CardIcon } from "../../shared/components/card-icons.tsx";
import { toast } from "../../shared/components/toast.ts";
import { Button, type ButtonVariants } from "../../shared/ui/button.tsx";
import type { ReportTarget } from "../../shared/domain/reported-content.ts";
import { onRequestedReport } from "../data/reports/requested-report.ts";
import { memberId } from "../../shared/session/member-id.ts";
import { useSignInFirst } from "../../shared/session/use-sign-in-first.ts";

/** Lazy: the dialog library loads with the first click. */
const ReportDialog = lazyDialog(() => import("./report-dialog.tsx"));

interface ReportButtonProps extends Pick<ButtonVariants, "variant" | "size"> {
  target: ReportTarget;
  /** Of a jersey: its page, from where its facts and photos are corrected. */
  page?: string;
  /** Accessible name of the button, which includes the target. */
  label: string;
  /** Hides the visible label. */
  iconOnly?: boolean;
  className?: string;
}

/**
 * Opens the report dialog. Visitors are led to the sign-in page, which says why, and after which the
 * dialog opens (docs/product/contribute.md 9.3).
 */
export function ReportButton({ target, page, label, iconOnly, ...look }: ReportButtonProps) {
  const { t } = useTranslation("report");
  const signInFirst = useSignInFirst();
  const [reporter, setReporter] = useState<string>();

  const name = t(page ? "door.open" : "report");
  const { type, id } = target;
  const requested = useCallback(() => void memberId().then(setReporter), []);
  useEffect(() => onRequestedReport({ type, id }, requested), [type, id, requested]);

  async function open() {
    try {
      const member = await memberId();
      setReporter(member);
      if (member) return;
      await signInFirst({ kind: "report", target }, t("signIn"));
    } catch (error) {
      console.error("report dialog not opened", error);
      toast.error(t("errors.failed"));
    }
  }

  return (
    <>
      <Button
        aria-label={label}
        title={iconOnly ? name : undefined}
        onClick={() => void open()}
        {...look}
      >
        {iconOnly ? <CardIcon of="flag" /> : <Flag aria-hidden />}
        {!iconOnly && name}
      </Button>
      {reporter && (
        <Suspense>
          <ReportDialog
            reporterId={reporter}
            target={target}
            page={page}
            onClose={() => setReporter(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
