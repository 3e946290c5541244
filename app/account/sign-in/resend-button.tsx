import { useEffect, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { Button } from "../../shared/ui/button.tsx";
import { browserClient } from "../../shared/data/browser.ts";
import { authProblem, serviceMessage } from "../data/session/auth-problem.ts";
import { resendConfirmation } from "../data/session/auth.ts";
import { captchaToken } from "../../shared/browser/captcha.ts";
import { useConfirmationUrl } from "./return-address.ts";

/** The auth service sends one mail per minute and address, hence this pause in seconds. */
const PAUSE_S = 60;

/**
 * Sends the confirmation mail again, with the captcha token of the form around it.
 * @param props.onSent called when the captcha token is used up
 */
export function ResendButton({
  email,
  onSent,
  paused = false,
}: {
  email: () => string;
  onSent: () => void;
  paused?: boolean;
}) {
  const { t } = useTranslation("auth");
  const returnTo = useConfirmationUrl();
  const [wait, setWait] = useState(paused ? PAUSE_S : 0);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (wait === 0) return;
    const timer = setTimeout(() => setWait(wait - 1), 1000);
    return () => clearTimeout(timer);
  }, [wait]);

  async function resend(form: HTMLFormElement | null) {
    setBusy(true);
    try {
      await resendConfirmation(await browserClient(), email(), returnTo(), captchaToken(form));
      // Only after success: a failed attempt can be retried at once.
      setWait(PAUSE_S);
      toast.success(t("sent.resent"));
    } catch (error) {
      const problem = authProblem(error);
      toast.error((!problem && serviceMessage(error)) || t(`errors.${problem ?? "unknown"}`));
    } finally {
      setBusy(false);
      onSent();
    }
  }

  return (
    <Button
      variant="outline"
      size="sm"
      disabled={wait > 0 || busy}
      onClick={(event) => void resend(event.currentTarget.form)}
    >
      {wait > 0 ? t("sent.wait", { count: wait }) : t("sent.resend")}
    </Button>
  );
}
