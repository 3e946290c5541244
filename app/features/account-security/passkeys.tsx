import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { toast } from "../../components/toast.ts";
import { Button } from "../../components/ui/button.tsx";
import { queryClient } from "../../data/query-client.ts";
import {
  createPasskey,
  myPasskeys,
  removePasskey,
  renamePasskey,
} from "../../data/session/own-passkeys.ts";
import { canUsePasskeys } from "../../data/session/passkeys.ts";
import { formatDate } from "../../i18n/format.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { deviceName } from "./device-name.ts";
import { Failure, Row } from "./row.tsx";
import { TextForm } from "./text-form.tsx";
import { useAction } from "./use-action.ts";

/** Passkeys in place of the password; those of the second factor are listed with it. */
export function Passkeys({ userId }: { userId: string }) {
  const { t } = useTranslation("security");
  const lang = useLanguage();
  const { data: passkeys } = useQuery(myPasskeys(userId), queryClient);
  const { busy, failure, run } = useAction();
  const [renamed, setRenamed] = useState<string>();

  async function add() {
    const name = deviceName(navigator.userAgent) ?? t("passkeys.unnamed");
    if (await run((client) => createPasskey(client, name))) toast.success(t("passkeys.added"));
  }

  async function rename(id: string, name: string) {
    if (await run((client) => renamePasskey(client, id, name))) setRenamed(undefined);
  }

  async function remove(id: string) {
    if (await run((client) => removePasskey(client, id))) toast.success(t("passkeys.removed"));
  }

  return (
    <Row title={t("passkeys.title")} value={t("passkeys.text")}>
      <ul className="grid gap-4 empty:hidden">
        {passkeys?.map(({ id, friendly_name: given, created_at: since }) => {
          const name = given ?? t("passkeys.unnamed");
          if (id === renamed) {
            return (
              <li key={id}>
                <TextForm
                  label={t("factors.name")}
                  submit={t("factors.save")}
                  defaultValue={name}
                  maxLength={60}
                  busy={busy}
                  failure={failure}
                  onSubmit={(text) => void rename(id, text)}
                  onCancel={() => setRenamed(undefined)}
                />
              </li>
            );
          }
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <KeyRound aria-hidden className="size-6 shrink-0 text-muted" />
              <span className="grid min-w-0 flex-1 basis-40 gap-0.5">
                <span className="font-semibold break-words">{name}</span>
                <span className="text-sm text-muted">
                  {t("factors.since", { date: formatDate(since, lang) })}
                </span>
              </span>
              <span className="flex">
                <Button
                  variant="ghost"
                  size="sm"
                  aria-label={t("factors.renameOf", { name })}
                  onClick={() => setRenamed(id)}
                >
                  {t("factors.rename")}
                </Button>
                <Button
                  variant="ghost"
                  size="sm"
                  className="text-danger!"
                  disabled={busy}
                  aria-label={t("factors.removeOf", { name })}
                  onClick={() => void remove(id)}
                >
                  {t("factors.remove")}
                </Button>
              </span>
            </li>
          );
        })}
      </ul>
      {!renamed && <Failure>{failure}</Failure>}
      {canUsePasskeys() ? (
        <div>
          <Button variant="outline" size="sm" disabled={busy} onClick={() => void add()}>
            <KeyRound aria-hidden />
            {t("passkeys.add")}
          </Button>
        </div>
      ) : (
        <p className="text-sm text-muted">{t("passkeys.address")}</p>
      )}
    </Row>
  );
}
