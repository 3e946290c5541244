import type { User } from "@supabase/supabase-js";
import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { Captcha } from "../../shared/components/captcha.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { cancelEmailChange, changeEmail, resendEmailChange } from "../data/session/credentials.ts";
import { captchaToken } from "../../shared/browser/captcha.ts";
import { Failure, Row } from "./row.tsx";
import { TextForm } from "./text-form.tsx";
import { useSecurityMutation } from "./use-security-mutation.ts";
import { useReturnUrl } from "./use-return-url.ts";

/** The e-mail address. A change needs the confirmation of both mailboxes. */
export function EmailRow({ user }: { user: User }) {
  const { t } = useTranslation(["security", "common"]);
  const [isOpen, setOpen] = useState(false);
  const { busy, failure, run } = useSecurityMutation();
  const returnUrl = useReturnUrl();

  async function change(email: string) {
    const isSent = await run((client) => changeEmail(client, email, returnUrl("email")));
    if (isSent) setOpen(false);
  }

  return (
    <Row
      title={t("email.title")}
      value={
        <>
          <p>{user.email || t("email.none")}</p>
          {user.is_sso_user && <p>{t("email.managed")}</p>}
        </>
      }
      action={
        !isOpen &&
        !user.is_sso_user && (
          <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
            {t("common:action.edit")}
          </Button>
        )
      }
    >
      {user.new_email && !isOpen && <Pending user={user} />}
      {isOpen && (
        <TextForm
          label={t("email.new")}
          help={t(user.email ? "email.help" : "email.helpFirst")}
          submit={t("email.submit")}
          type="email"
          inputMode="email"
          autoComplete="email"
          minLength={4}
          busy={busy}
          failure={failure}
          onSubmit={(email) => void change(email)}
          onCancel={() => setOpen(false)}
        />
      )}
    </Row>
  );
}

/** A change of address that is not confirmed by both links yet. */
function Pending({ user }: { user: User }) {
  const { t } = useTranslation("security");
  const [used, setUsed] = useState(0);
  const { busy, failure, run } = useSecurityMutation();
  const returnUrl = useReturnUrl();
  // An account by phone has none before: there is one link, and nothing to send it again by.
  const current = user.email;
  const next = user.new_email!;

  async function resend(address: string, form: HTMLFormElement | null) {
    const proof = captchaToken(form);
    const isSent = await run((client) =>
      resendEmailChange(client, address, returnUrl("email"), proof),
    );
    setUsed(used + 1);
    if (isSent) toast.success(t("email.resent"));
  }

  async function cancel() {
    if (await run(cancelEmailChange)) toast.info(t("email.cancelled"));
  }

  return (
    <div role="status" className="grid gap-3 rounded-xl bg-surface p-4 text-sm">
      <p className="font-semibold wrap-anywhere">{t("email.pending", { email: next })}</p>
      {current && <p className="wrap-anywhere">{t("email.both", { current, next })}</p>}
      <Failure>{failure}</Failure>
      <form className="flex flex-wrap gap-3">
        {current && (
          <>
            <div className="w-full empty:hidden">
              <Captcha key={used} />
            </div>
            <Button
              variant="outline"
              size="sm"
              disabled={busy}
              onClick={(event) => void resend(current, event.currentTarget.form)}
            >
              {t("email.resend")}
            </Button>
          </>
        )}
        <Button variant="ghost" size="sm" disabled={busy} onClick={() => void cancel()}>
          {t("email.cancel")}
        </Button>
      </form>
    </div>
  );
}
