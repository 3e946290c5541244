import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { toast } from "../../components/toast.ts";
import { Button } from "../../components/ui/button.tsx";
import { browserClient } from "../../data/browser.ts";
import { authProblem } from "../../data/session/auth-problem.ts";
import { resendConfirmation } from "../../data/session/auth.ts";
import { useReturnAddress } from "./return-address.ts";

/** The authentication service sends one message a minute to an address. */
const PAUSE_S = 60;

/** Sends the confirmation once more. */
export function ResendButton({ email, paused = false }: { email: () => string; paused?: boolean }) {
  const { t } = useTranslation("auth");
  const returnTo = useReturnAddress("home");
  const [wait, setWait] = useState(paused ? PAUSE_S : 0);

  useEffect(() => {
    if (wait === 0) return;
    const timer = setTimeout(() => setWait(wait - 1), 1000);
    return () => clearTimeout(timer);
  }, [wait]);

  async function resend() {
    setWait(PAUSE_S);
    try {
      await resendConfirmation(await browserClient(), email(), returnTo());
      toast.success(t("sent.resent"));
    } catch (error) {
      toast.error(t(`errors.${authProblem(error) ?? "unknown"}`));
    }
  }

  return (
    <Button variant="outline" size="sm" disabled={wait > 0} onClick={() => void resend()}>
      {wait > 0 ? t("sent.wait", { count: wait }) : t("sent.resend")}
    </Button>
  );
}
