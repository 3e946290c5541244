import { Monitor, Smartphone } from "lucide-react";
import type { ReactNode } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { Badge } from "../../shared/ui/badge.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { mySessions, revokeSession, signOutOthers } from "../data/session/my-sessions.ts";
import { formatDateTime } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { deviceName, isHandheld } from "./device-name.ts";
import { Failure, ReadFailed, Row } from "./row.tsx";
import { useSecurityMutation } from "./use-security-mutation.ts";

/** The member's sessions, each with a button to end it. */
export function Sessions({ userId, everywhere }: { userId: string; everywhere: ReactNode }) {
  const { t } = useTranslation(["security", "common"]);
  const lang = useLanguage();
  const { data: sessions, isError, refetch } = useMemberQuery(mySessions(userId));
  const { busy, failure, run } = useSecurityMutation();

  async function end(id: string) {
    if (await run((client) => revokeSession(client, id))) toast.success(t("sessions.ended"));
  }

  async function endOthers() {
    if (await run(signOutOthers)) toast.success(t("sessions.othersEnded"));
  }

  return (
    <Row title={t("sessions.title")} value={t("sessions.text")}>
      {isError && <ReadFailed onRetry={refetch} />}
      {!sessions && !isError && <Skeleton className="h-24" />}
      <ul className="grid gap-4">
        {sessions?.map((session) => {
          const name = deviceName(session.user_agent) ?? t("sessions.unknown");
          const Icon = isHandheld(session.user_agent) ? Smartphone : Monitor;
          return (
            <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <Icon aria-hidden className="size-6 shrink-0 text-muted" />
              <span className="grid min-w-0 flex-1 basis-40 gap-0.5">
                <span className="flex flex-wrap items-center gap-2 font-semibold">
                  {name}
                  {session.is_current && <Badge tone="success">{t("sessions.current")}</Badge>}
                </span>
                <span className="text-sm text-muted">
                  {t("sessions.used", { when: formatDateTime(session.refreshed_at!, lang) })}
                  {session.ip && ` · ${session.ip}`}
                </span>
              </span>
              {!session.is_current && (
                <Button
                  variant="ghost"
                  size="sm"
                  disabled={busy}
                  aria-label={t("common:of", { label: t("sessions.end"), name })}
                  onClick={() => void end(session.id!)}
                >
                  {t("sessions.end")}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <Failure>{failure}</Failure>
      <div className="flex flex-wrap gap-3">
        {sessions && sessions.length > 1 && (
          <Button variant="outline" size="sm" disabled={busy} onClick={() => void endOthers()}>
            {t("sessions.endOthers")}
          </Button>
        )}
        {everywhere}
      </div>
    </Row>
  );
}
