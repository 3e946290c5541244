import { MailCheck } from "lucide-react";
import { useTranslation } from "react-i18next";

import { EmptyState } from "../../components/ui/empty-state.tsx";
import { ResendButton } from "./resend-button.tsx";

/** After a sign-up: the rest happens in the mailbox. */
export function SentPanel({ email }: { email: string }) {
  const { t } = useTranslation("auth");
  return (
    <div role="status">
      <EmptyState
        icon={<MailCheck aria-hidden />}
        title={t("sent.title")}
        action={<ResendButton email={() => email} paused />}
      >
        <p>{t("sent.text", { email })}</p>
        <p className="mt-2 text-sm">{t("sent.hint")}</p>
      </EmptyState>
    </div>
  );
}
