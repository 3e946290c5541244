import { type SubmitEvent, useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";

import { toast } from "../../components/toast.ts";
import { Button } from "../../components/ui/button.tsx";
import { Field } from "../../components/ui/field.tsx";
import { Input } from "../../components/ui/input.tsx";
import { useKept } from "../../components/use-unsaved.ts";
import { useMemberMutation } from "../../data/member-mutation.ts";
import { useMemberQuery } from "../../data/member-query.ts";
import { type Profile, updateProfile, usernameIsFree } from "../../data/profiles/edit-profile.ts";
import { myProfile } from "../../data/profiles/my-profile.ts";
import { queryClient } from "../../data/query-client.ts";

const USERNAME = /^[a-z0-9_]{3,30}$/;
const DISPLAY_NAME_MAX = 60;
const TAKEN = "23505";

/** How others see the member; whether a username is free is said while it is typed. */
export function ProfileForm({ userId, profile }: { userId: string; profile: Profile }) {
  const { t } = useTranslation("account");
  const [{ displayName, username }, setTyped, forget] = useKept(`profile.${userId}`, {
    displayName: profile.display_name ?? "",
    username: profile.username,
  });
  const [takenName, setTakenName] = useState<string>();
  const { mutate: save, isPending } = useMemberMutation({
    write: (client, changes: Profile) => updateProfile(client, userId, changes),
    onSuccess: (saved) => {
      queryClient.setQueryData(myProfile(userId).queryKey, saved);
      forget();
      toast.success(t("profile.saved"));
    },
    onError: (error, changes) => {
      if ((error as { code?: string }).code === TAKEN) setTakenName(changes.username);
      else toast.error(t("profile.failed"));
    },
  });

  const isValid = USERNAME.test(username);
  const isSame = username === profile.username;
  const { data: isFree } = useMemberQuery({
    ...usernameIsFree(useDeferredValue(username), userId),
    enabled: isValid && !isSame,
  });
  const isTaken = isFree === false || takenName === username;
  const isLong = [...displayName.trim()].length > DISPLAY_NAME_MAX;
  const isDirty = !isSame || displayName.trim() !== (profile.display_name ?? "");

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    save({ username, display_name: displayName.trim() || null });
  }

  return (
    <form onSubmit={onSubmit} className="grid gap-5">
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
        disabled={isPending || !isDirty || !isValid || isTaken || isLong}
      >
        {t("profile.save")}
      </Button>
    </form>
  );
}
