import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { ConfirmDialog } from "../../shared/components/confirm-dialog.tsx";
import { toast } from "../../shared/components/toast.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { deleteAccount } from "../data/export/export-data.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { queryClient } from "../../shared/data/query-client.ts";
import { signOut } from "../data/session/auth.ts";
import { useHref } from "../../shared/address/use-href.ts";

/** Deletes the account. It lists what is deleted and requires the username as confirmation. */
export function DeleteAccount({ username }: { username: string }) {
  const { t } = useTranslation(["account", "common", "auth"]);
  const home = useHref()("home", {});
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const isGone = useRef(false);

  // Runs on unmount: ending the session earlier would make this page redirect to the sign-in page.
  useEffect(
    () => () => {
      if (!isGone.current) return;
      void forget();
      toast.success(t("leave.success"));
    },
    [t],
  );

  const { mutate: leave, isPending } = useMemberMutation({
    write: deleteAccount,
    onSuccess: () => {
      isGone.current = true;
      return navigate(home);
    },
    onError: ({ message }) => {
      toast.error(t(message === "account_last_admin" ? "leave.lastAdmin" : "leave.failed"));
    },
  });

  return (
    <div className="grid justify-items-start gap-4">
      <p className="max-w-prose text-muted">{t("leave.text")}</p>
      <Button variant="outline" className="text-danger!" onClick={() => setOpen(true)}>
        {t("leave.title")}
      </Button>
      {open && (
        <ConfirmDialog
          title={t("leave.title")}
          text={t("leave.confirmText", { username })}
          confirm={t("leave.title")}
          cancel={t("common:action.cancel")}
          close={t("common:close")}
          busy={isPending}
          lacks={typed.trim() !== username && { text: t("leave.confirmText", { username }) }}
          onConfirm={() => leave()}
          onClose={() => setOpen(false)}
        >
          <Field label={t("auth:names.username")}>
            <Input
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
        </ConfirmDialog>
      )}
    </div>
  );
}

/** Clears the session of the deleted account and the member's cached data. */
async function forget(): Promise<void> {
  await signOut().catch(() => undefined);
  queryClient.clear();
}
