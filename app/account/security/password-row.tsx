import type { User } from "@supabase/supabase-js";
import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { passwordProblem, SHORTEST_PASSWORD } from "../domain/password-rule.ts";
import { replacePassword, sendPasswordCode } from "../data/session/credentials.ts";
import { Row } from "./row.tsx";
import { TextForm } from "./text-form.tsx";
import { useSecurityMutation } from "./use-security-mutation.ts";

/** Changes the password. An older session needs a code that is sent by mail first. */
export function PasswordRow({ user }: { user: User }) {
  const { t } = useTranslation(["security", "common", "auth"]);
  const { t: auth } = useTranslation(["auth", "common"]);
  const [isOpen, setOpen] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const [code, setCode] = useState("");
  const { busy, failure, run } = useSecurityMutation();

  function close() {
    setOpen(false);
    setNeedsCode(false);
    setCode("");
  }

  async function change(password: string) {
    let isCodeNeeded = false;
    const isDone = await run(async (client) => {
      try {
        await replacePassword(client, password, code.trim());
      } catch (error) {
        if ((error as { code?: string }).code !== "reauthentication_needed") throw error;
        await sendPasswordCode(client);
        isCodeNeeded = true;
      }
    });
    if (isCodeNeeded) setNeedsCode(true);
    else if (isDone) {
      close();
      toast.success(t("auth:password.success"));
    }
  }

  return (
    <Row
      title={t("auth:fields.password")}
      value={t("password.text")}
      action={
        !isOpen && (
          <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
            {t("common:action.edit")}
          </Button>
        )
      }
    >
      {isOpen && (
        <TextForm
          label={t("auth:password.title")}
          help={auth("help.password")}
          submit={t("common:action.save")}
          type="password"
          autoComplete="new-password"
          minLength={SHORTEST_PASSWORD}
          problemOf={(password) => {
            const problem = passwordProblem(password);
            return problem && auth(`passwordProblems.${problem}`);
          }}
          busy={busy}
          failure={failure}
          onSubmit={(password) => void change(password)}
          onCancel={close}
        >
          {/* Tells password managers which account the password belongs to. */}
          <input
            type="text"
            name="username"
            autoComplete="username"
            value={user.email}
            readOnly
            hidden
          />
          {needsCode && (
            <Field label={t("password.code")} help={t("password.codeHelp")} required>
              <Input
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={10}
                value={code}
                onChange={(event) => setCode(event.target.value)}
              />
            </Field>
          )}
        </TextForm>
      )}
    </Row>
  );
}
