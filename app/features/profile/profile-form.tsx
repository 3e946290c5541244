import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";

import { toast } from "../../components/toast.ts";
import { Button } from "../../components/ui/button.tsx";
import { Field } from "../../components/ui/field.tsx";
import { Input } from "../../components/ui/input.tsx";
import { useSessionDraft } from "../../components/use-session-draft.ts";
import { browserClient } from "../../data/browser.ts";
import { databaseProblem } from "../../data/database-error.ts";
import { isUsernameFree, type Profile, updateProfile } from "../../data/profiles/edit-profile.ts";
import { myProfile } from "../../data/profiles/my-profile.ts";
import { queryClient } from "../../data/query-client.ts";
import { isDisplayName, isUsername, tidyDisplayName } from "../../domain/rules/member-rules.ts";

/** How others see the member; whether a username is free is said while it is typed. */
export function ProfileForm({ userId, profile }: { userId: string; profile: Profile }) {
  const { t } = useTranslation("account");
  const [{ displayName, username }, setTyped, forget] = useSessionDraft(`profile.${userId}`, {
    displayName: profile.display_name ?? "",
    username: profile.username,
  });
  const [takenName, setTakenName] = useState<string>();
  const [busy, setBusy] = useState(false);

  const isValid = isUsername(username);
  const isSame = username === profile.username;
  const { data: isFree } = useFree(userId, useDeferredValue(username), isValid && !isSame);
  const isTaken = isFree === false || takenName === username;
  const isLong = !isDisplayName(displayName);
  const isDirty = !isSame || tidyDisplayName(displayName) !== (profile.display_name ?? "");

  async function save(event: SubmitEvent) {
    event.preventDefault();
    setBusy(true);
    try {
      const changes = { username, display_name: tidyDisplayName(displayName) || null };
      const saved = await updateProfile(await browserClient(), userId, changes);
      queryClient.setQueryData(myProfile(userId).queryKey, saved);
      forget();
      toast.success(t("profile.saved"));
    } catch (error) {
      if (databaseProblem(error).kind === "duplicate") setTakenName(username);
      else toast.error(t("profile.failed"));
    }
    setBusy(false);
  }

  return (
    <form onSubmit={(event) => void save(event)} className="grid gap-5">
      <Field
        label={t("profile.displayName")}
        help={t("profile.displayNameHelp")}
        error={isLong ? t("profile.displayNameLong") : undefined}
      >
        <Input
          autoComplete="nickname"
          value={displayName}
          onChange={(event) => setTyped({ displayName: event.target.value, username })}
        />
      </Field>
      <Field
        label={t("profile.username")}
        help={
          isFree && isValid && !isSame && !isTaken ? (
            <span role="status" className="text-success">
              {t("profile.free")}
            </span>
          ) : (
            t("profile.usernameHelp")
          )
        }
        error={isValid ? (isTaken ? t("profile.taken") : undefined) : t("profile.usernameWrong")}
      >
        <Input
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={username}
          onChange={(event) =>
            setTyped({ displayName, username: event.target.value.toLowerCase() })
          }
        />
      </Field>
      <Button
        type="submit"
        className="justify-self-start"
        disabled={busy || !isDirty || !isValid || isTaken || isLong}
      >
        {t("profile.save")}
      </Button>
    </form>
  );
}

/** Asked for each name that could be saved; known names are not asked for again for a while. */
function useFree(userId: string, username: string, enabled: boolean) {
  return useQuery(
    {
      queryKey: ["username", username, userId],
      queryFn: async ({ signal }) => {
        // Not for every letter: the next one gives this question up.
        await new Promise((resolve) => setTimeout(resolve, 300));
        signal.throwIfAborted();
        return isUsernameFree(await browserClient(), username, userId);
      },
      enabled,
      retry: false,
    },
    queryClient,
  );
}
