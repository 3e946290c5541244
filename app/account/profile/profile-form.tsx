import { type SubmitEvent, useDeferredValue, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { useTabDraft } from "../../shared/components/use-tab-draft.ts";
import { databaseProblem } from "../../shared/data/database-error.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { type Profile, updateProfile, usernameIsFree } from "../data/profiles/edit-profile.ts";
import { myProfile } from "../../shared/data/profiles/my-profile.ts";
import { queryClient } from "../../shared/data/query-client.ts";
import { isAdmin } from "../../shared/data/roles/is-admin.ts";
import { isUsername, tidyDisplayName } from "../../shared/domain/rules/member-rules.ts";
import { displayNameProblem } from "../domain/name-problems.ts";
import { isReserved } from "../domain/reserved-names.ts";

/** The public profile. The form checks whether the username is free while it is typed. */
export function ProfileForm({ userId, profile }: { userId: string; profile: Profile }) {
  const { t } = useTranslation(["account", "auth", "common"]);
  const { t: common } = useTranslation();
  const problemText = useProblemText();
  const [{ displayName, username }, setTyped, forget] = useTabDraft("profile", userId, {
    displayName: profile.display_name ?? "",
    username: profile.username,
  });
  const [takenName, setTakenName] = useState<string>();
  /** A name that an administrator had removed. */
  const [resetName, setResetName] = useState<string | null>();
  const { mutate: save, isPending } = useMemberMutation({
    write: (client, changes: Profile) => updateProfile(client, userId, changes),
    onSuccess: (saved) => {
      queryClient.setQueryData(myProfile(userId).queryKey, saved);
      forget();
      toast.success(t("account:profile.saved"));
    },
    onError: (error, changes) => {
      const { kind, constraint } = databaseProblem(error);
      if (kind === "duplicate") setTakenName(changes.username);
      else if (constraint === "profiles_username_reset") setResetName(changes.username);
      else if (constraint === "profiles_display_name_reset") setResetName(changes.display_name);
      else toast.error(problemText(error));
    },
  });

  const isValid = isUsername(username);
  const isSame = username === profile.username;
  const { data: isFree } = useMemberQuery({
    ...usernameIsFree(useDeferredValue(username), userId),
    enabled: isValid && !isSame,
  });
  const isTaken = isFree === false || takenName === username;
  const nameProblem = displayNameProblem(displayName);
  const isBad = nameProblem !== undefined && nameProblem !== "reserved";
  const shownName = tidyDisplayName(displayName);
  const isReservedUsername = !isSame && isReserved(username);
  const isReservedName = nameProblem === "reserved" && shownName !== (profile.display_name ?? "");
  // Administrators may bear such names.
  const { data: mayReserve = false } = useMemberQuery({
    ...isAdmin(userId),
    enabled: isReservedUsername || isReservedName,
  });
  const isReset = resetName === username || (shownName !== "" && resetName === shownName);
  const isRefused = isReset || (!mayReserve && (isReservedUsername || isReservedName));
  const isDirty = !isSame || shownName !== (profile.display_name ?? "");

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    save({ username, display_name: shownName || null });
  }

  function usernameError(): string | undefined {
    if (!isValid) return t("auth:names.usernameWrong");
    if (!mayReserve && isReservedUsername) return t("auth:names.reserved");
    if (resetName === username) return t("account:profile.reset");
    return isTaken ? t("auth:names.taken") : undefined;
  }

  return (
    <form onSubmit={onSubmit} className="grid gap-5">
      <Field
        label={t("auth:names.displayName")}
        help={t("account:profile.displayNameHelp")}
        error={
          isBad
            ? t(`auth:names.${nameProblem}`)
            : resetName === shownName
              ? t("account:profile.reset")
              : !mayReserve && isReservedName && t("auth:names.reserved")
        }
      >
        <Input
          autoComplete="nickname"
          value={displayName}
          onChange={(event) => setTyped({ displayName: event.target.value, username })}
        />
      </Field>
      <Field
        label={t("auth:names.username")}
        help={
          isFree && !isSame && usernameError() === undefined ? (
            <span role="status" className="grid gap-1">
              <span className="text-success">{t("account:profile.free")}</span>
              {t("account:profile.linksEnd", { username: profile.username })}
            </span>
          ) : (
            // The error says the same.
            isValid && t("auth:names.usernameWrong")
          )
        }
        error={usernameError()}
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
        busy={isPending}
        lacks={
          !isDirty || isBad
            ? { text: common(isDirty ? "correct" : "change") }
            : (!isValid || isTaken || isRefused) && {
                field: "[aria-invalid], [autocomplete=username]",
                text: common("correct"),
              }
        }
      >
        {t("common:action.save")}
      </Button>
    </form>
  );
}
