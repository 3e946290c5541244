import { LogOut } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

import { toast } from "../../components/toast.ts";
import { Button } from "../../components/ui/button.tsx";
import { browserClient } from "../../data/browser.ts";
import { queryClient } from "../../data/query-client.ts";
import { signOut } from "../../data/session/auth.ts";
import { useHref } from "../../i18n/use-language.ts";

/** Ends the session in this browser. */
export function SignOutButton() {
  const { t } = useTranslation("auth");
  const home = useHref()("home", {});
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);

  async function leave() {
    setBusy(true);
    try {
      const client = await browserClient();
      // First away from a page that would ask the visitor to sign in.
      await navigate(home);
      await signOut(client);
      queryClient.clear();
      toast.success(t("signOut.success"));
    } catch {
      toast.error(t("signOut.failed"));
    }
  }

  return (
    <Button variant="outline" disabled={busy} onClick={() => void leave()}>
      <LogOut aria-hidden />
      {t("signOut.action")}
    </Button>
  );
}
