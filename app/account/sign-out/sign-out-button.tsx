import { LogOut } from "lucide-react";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { afterClosing } from "../../shared/browser/overlay-history.ts";
import { toast } from "../../shared/components/toast.ts";
import { Button } from "../../shared/ui/button.tsx";
import { memberId } from "../../shared/session/member-id.ts";
import { queryClient } from "../../shared/data/query-client.ts";
import { signOut } from "../data/session/auth.ts";
import { useHref } from "../../shared/address/use-href.ts";

/** What asks before copies that wait to be sent are deleted (`app/collect/offline/unsent-prompt.tsx`). */
interface PromptParts {
  countUnsent: (userId: string) => Promise<number>;
  UnsentPrompt: ComponentType<{ userId: string; onLeave: () => void; onClose: () => void }>;
}

/** Ends the session in this browser, or all sessions of the account, and leads home. Asks first if copies wait to be sent. */
export function SignOutButton({
  everywhere = false,
  loadPrompt,
}: {
  everywhere?: boolean;
  /** On demand: few members have such copies. */
  loadPrompt: () => Promise<PromptParts>;
}) {
  const { t } = useTranslation("auth");
  const home = useHref()("home", {});
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const isLeaving = useRef(false);
  const [question, setQuestion] = useState<{
    Prompt: PromptParts["UnsentPrompt"];
    userId: string;
  }>();

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

  async function askOrLeave() {
    setBusy(true);
    const userId = await memberId();
    const parts = await loadPrompt().catch(() => undefined);
    const mustAsk = userId && parts && (await parts.countUnsent(userId)) > 0;
    if (!mustAsk) return leave();
    setBusy(false);
    setQuestion({ Prompt: parts.UnsentPrompt, userId });
  }

  async function leave() {
    setBusy(true);
    isLeaving.current = true;
    await navigate(home);
  }

  return (
    <>
      <Button
        variant={everywhere ? "outline" : "ghost"}
        size={everywhere ? "sm" : "default"}
        disabled={busy}
        onClick={() => void askOrLeave()}
      >
        <LogOut aria-hidden />
        {t(everywhere ? "signOut.everywhere" : "signOut.action")}
      </Button>
      {question && (
        <question.Prompt
          userId={question.userId}
          onLeave={() => {
            setQuestion(undefined);
            afterClosing(() => void leave());
          }}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </>
  );
}

async function endSession(everywhere: boolean): Promise<void> {
  await signOut(everywhere ? "global" : "local");
  queryClient.clear();
}
