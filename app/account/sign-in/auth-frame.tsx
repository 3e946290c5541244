import { CircleAlert } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { CAPTCHA_FIELD } from "../../shared/browser/captcha.ts";
import { Captcha } from "../../shared/components/captcha.tsx";
import { Button } from "../../shared/ui/button.tsx";
import type { AuthProblem } from "../data/session/auth-problem.ts";
import type { useAuthForm } from "./use-auth-form.ts";

/** Layout of a form of the sign-in screen: heading, error, fields, submit button, other methods. */
export function AuthFrame({
  state,
  level = 1,
  title,
  lead,
  submit,
  remedies,
  others,
  footer,
  guarded = false,
  children,
}: {
  state: ReturnType<typeof useAuthForm>;
  /** Heading level: 2 if the page has its own heading. */
  level?: 1 | 2;
  title: string;
  lead?: string;
  /** What the button says. */
  submit: string;
  /** Actions below the error message, by problem. */
  remedies?: Partial<Record<AuthProblem, ReactNode>>;
  /** Other sign-in methods, below the button. */
  others?: ReactNode;
  footer?: ReactNode;
  /** True if the request needs a captcha token, where the site uses a captcha. */
  guarded?: boolean;
  children?: ReactNode;
}) {
  const { t } = useTranslation(["common", "auth"]);
  const { form, lacking, busy, failure, proofs } = state;
  const Heading = `h${level}` as const;
  return (
    <form {...form} noValidate className="grid gap-5">
      <header className="grid gap-2">
        <Heading className="heading text-3xl">{title}</Heading>
        {lead && <p className="text-muted">{lead}</p>}
      </header>
      <div role="alert" className="empty:hidden">
        {/* What a password lacks is said at its field. */}
        {failure && failure.problem !== "weak_password" && (
          <FormError>
            {failure.text}
            {failure.problem && remedies?.[failure.problem]}
          </FormError>
        )}
      </div>
      {children}
      {guarded && <Captcha key={proofs} />}
      <Button
        type="submit"
        size="lg"
        busy={busy}
        // A captcha has no field to lead to.
        disabled={lacking === "" || lacking?.field === CAPTCHA_FIELD}
        lacks={
          lacking !== undefined &&
          lacking !== "" && {
            field: `[name="${lacking.field}"]`,
            text: lacking.isEmpty ? t("fillIn") : t("tooShort", { count: lacking.least }),
          }
        }
        className="mt-1 w-full"
      >
        {busy ? t("auth:busy") : submit}
      </Button>
      {others}
      {footer && <footer className="grid justify-items-start gap-1 text-sm">{footer}</footer>}
    </form>
  );
}

function FormError({ children }: ComponentProps<"div">) {
  return (
    <div className="flex gap-3 rounded-lg border border-danger bg-surface px-4 py-3 text-sm text-danger">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="grid justify-items-start gap-2">{children}</div>
    </div>
  );
}

/** A link on its own line, with a touch target of sufficient height. */
export const footerLink =
  "inline-flex min-h-11 items-center underline decoration-control underline-offset-4 hover:decoration-ink";
