import { LogOut } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

import { toast } from "../../components/toast.ts";
import { Button } from "../../components/ui/button.tsx";
import { browserClient } from "../../data/browser.ts";
import { queryClient } from "../../data/query-client.ts";
import { signOut } from "../../data/session/auth.ts";
import { useHref } from "../../i18n/use-language.ts";

/** Ends the session in this browser and leads home. */
export function SignOutButton() {
  const { t } = useTranslation("auth");
  const home = useHref()("home", {});
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const isLeaving = useRef(false);

  // Not before this page has gone, which would ask the visitor to sign in.
  useEffect(
    () => () => {
      if (!isLeaving.current) return;
      endSession().then(
        () => toast.success(t("signOut.success")),
        () => toast.error(t("signOut.failed")),
      );
    },
    [t],
  );

  async function leave() {
    setBusy(true);
    isLeaving.current = true;
    await navigate(home);
  }

  return (
    <Button variant="outline" disabled={busy} onClick={() => void leave()}>
      <LogOut aria-hidden />
      {t("signOut.action")}
    </Button>
  );
}

async function endSession(): Promise<void> {
  await signOut(await browserClient());
  queryClient.clear();
}
