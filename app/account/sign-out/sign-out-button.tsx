import { LogOut } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

import { toast } from "../../shared/components/toast.ts";
import { Button } from "../../shared/ui/button.tsx";
import { queryClient } from "../../shared/data/query-client.ts";
import { signOut } from "../data/session/auth.ts";
import { useHref } from "../../shared/address/use-href.ts";

/** Ends the session in this browser, or all sessions of the account, and leads home. */
export function SignOutButton({ everywhere = false }: { everywhere?: boolean }) {
  const { t } = useTranslation("auth");
  const home = useHref()("home", {});
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const isLeaving = useRef(false);

  // Runs on unmount: ending the session earlier would make this page redirect to the sign-in page.
  useEffect(
    () => () => {
      if (!isLeaving.current) return;
      endSession(everywhere).then(
        () => toast.success(t("signOut.success")),
        () => toast.error(t("signOut.failed")),
      );
    },
    [t, everywhere],
  );

  async function leave() {
    setBusy(true);
    isLeaving.current = true;
    await navigate(home);
  }

  return (
    <Button
      variant="outline"
      size={everywhere ? "sm" : "default"}
      disabled={busy}
      onClick={() => void leave()}
    >
      <LogOut aria-hidden />
      {t(everywhere ? "signOut.everywhere" : "signOut.action")}
    </Button>
  );
}

async function endSession(everywhere: boolean): Promise<void> {
  await signOut(everywhere ? "global" : "local");
  queryClient.clear();
}
