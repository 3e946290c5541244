import { useTranslation } from "react-i18next";
import { isRouteErrorResponse } from "react-router";

import { MessageScreen } from "../../components/message-screen.tsx";
import type { RemovedJersey } from "../../data/jerseys/jersey.ts";

/** True for what the loader throws at the address of a removed jersey: status 410. */
export function isRemoved(error: unknown): error is { data: RemovedJersey } {
  return isRouteErrorResponse(error) && error.status === 410;
}

/** The address of a removed jersey says what was there: title, team and season, nothing more. */
export function RemovedScreen({ what: { title, team, season } }: { what: RemovedJersey }) {
  const { t } = useTranslation("jersey");
  const what = [title, team, season].filter(Boolean).join(", ");
  return (
    <MessageScreen
      numeral="410"
      title={t("removed.title")}
      text={what ? t("removed.was", { what }) : t("removed.text")}
    />
  );
}
