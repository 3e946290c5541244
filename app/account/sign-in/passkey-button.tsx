import { KeyRound } from "lucide-react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { Button } from "../../shared/ui/button.tsx";
import { canUsePasskeys } from "../data/session/passkeys.ts";
import { announceSignIn } from "./announce-sign-in.ts";
import type { useAuthForm } from "./use-auth-form.ts";

/**
 * Signs in with a passkey alone. The button is always there, to avoid a layout shift; if browser or
 * address has no passkeys, a press shows a message.
 */
export function PasskeyButton({ state }: { state: ReturnType<typeof useAuthForm> }) {
  const { t } = useTranslation("auth");

  const signIn = () => {
    if (!canUsePasskeys()) return toast.error(t("challenge.noPasskeys"));
    void state.attempt(async (client, proof) => {
      const { signInByPasskey } = await import("../data/session/my-passkeys.ts");
      await signInByPasskey(client, proof);
      announceSignIn(t("login.success"));
    });
  };

  return (
    <Button variant="outline" disabled={state.busy} onClick={signIn}>
      <KeyRound aria-hidden />
      {t("challenge.use.webauthn")}
    </Button>
  );
}
