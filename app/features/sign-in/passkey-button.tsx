import { KeyRound } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";

import { toast } from "../../components/toast.ts";
import { Button } from "../../components/ui/button.tsx";
import { canUsePasskeys } from "../../data/session/passkeys.ts";
import type { useAuthForm } from "./use-auth-form.ts";

const never = () => () => undefined;

/** Signs in with a passkey alone, in browsers and at addresses that have them. */
export function PasskeyButton({ state }: { state: ReturnType<typeof useAuthForm> }) {
  const { t } = useTranslation("auth");
  const isUsable = useSyncExternalStore(never, canUsePasskeys, () => false);
  if (!isUsable) return null;

  const signIn = () =>
    state.attempt(async (client, proof) => {
      const { signInByPasskey } = await import("../../data/session/own-passkeys.ts");
      await signInByPasskey(client, proof);
      toast.success(t("login.success"));
    });

  return (
    <Button variant="outline" disabled={state.busy} onClick={() => void signIn()}>
      <KeyRound aria-hidden />
      {t("others.passkey")}
    </Button>
  );
}
