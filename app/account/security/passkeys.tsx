import { KeyRound } from "lucide-react";
import { Suspense, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { lazyDialog } from "../../shared/components/lazy-dialog.ts";
import { toast } from "../../shared/components/toast.ts";
import { Button } from "../../shared/ui/button.tsx";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import {
  createPasskey,
  myPasskeys,
  removePasskey,
  renamePasskey,
} from "../data/session/my-passkeys.ts";
import { canUsePasskeys } from "../data/session/passkeys.ts";
import { CredentialItem } from "./credential-item.tsx";
import { deviceName } from "./device-name.ts";
import { Failure, ReadFailed, Row } from "./row.tsx";
import { useSecurityMutation } from "./use-security-mutation.ts";

const ConfirmDialog = lazyDialog(async () => ({
  default: (await import("../../shared/components/confirm-dialog.tsx")).ConfirmDialog,
}));

/**
 * Passkeys that replace the password. Passkeys used as a second factor are listed with the factors.
 */
export function Passkeys({ userId }: { userId: string }) {
  const { t } = useTranslation(["security", "common"]);
  const { data: passkeys, isError, refetch } = useMemberQuery(myPasskeys(userId));
  const { busy, failure, run } = useSecurityMutation();
  const [renamed, setRenamed] = useState<string>();
  const [unwanted, setUnwanted] = useState<{ id: string; name: string }>();

  async function add() {
    const name = deviceName(navigator.userAgent) ?? t("kinds.webauthn");
    if (await run((client) => createPasskey(client, name))) toast.success(t("passkeys.added"));
  }

  async function rename(id: string, name: string) {
    if (await run((client) => renamePasskey(client, id, name))) setRenamed(undefined);
  }

  async function remove(id: string) {
    const isGone = await run((client) => removePasskey(client, id));
    setUnwanted(undefined);
    if (isGone) toast.success(t("passkeys.removed"));
  }

  return (
    <Row title={t("passkeys.title")} value={t("passkeys.text")}>
      {isError && !passkeys && <ReadFailed onRetry={refetch} />}
      <ul className="grid gap-4 empty:hidden">
        {passkeys?.map(({ id, friendly_name: given, created_at: since }) => {
          const name = given ?? t("kinds.webauthn");
          return (
            <CredentialItem
              key={id}
              Icon={KeyRound}
              name={name}
              since={since}
              renaming={id === renamed}
              busy={busy}
              failure={failure}
              onRename={() => setRenamed(id)}
              onNamed={(text) => void rename(id, text)}
              onCancel={() => setRenamed(undefined)}
              onRemove={() => setUnwanted({ id, name })}
            />
          );
        })}
      </ul>
      {unwanted && (
        <Suspense>
          <ConfirmDialog
            title={t("factors.removeTitle", { name: unwanted.name })}
            text={t("passkeys.removeText")}
            confirm={t("common:action.remove")}
            cancel={t("common:action.cancel")}
            close={t("common:close")}
            busy={busy}
            onConfirm={() => void remove(unwanted.id)}
            onClose={() => setUnwanted(undefined)}
          />
        </Suspense>
      )}
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
