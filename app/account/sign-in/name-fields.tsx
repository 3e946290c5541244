import { useEffect, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useDebouncedValue } from "../../shared/components/use-debounced-value.ts";
import { browserClient } from "../../shared/data/browser.ts";
import { Field } from "../../shared/ui/field.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { isUsernameFree } from "../data/profiles/username-free.ts";
import { displayNameProblem, usernameProblem } from "../domain/name-problems.ts";

/** The optional name that others see. */
export function DisplayNameField() {
  const { t } = useTranslation("auth");
  const [typed, setTyped] = useState("");
  const problem = displayNameProblem(useDebouncedValue(typed));
  return (
    <Field
      label={t("names.optional", { field: t("names.displayName") })}
      error={problem && t(`names.${problem}`)}
    >
      <Input
        name="display_name"
        autoComplete="nickname"
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
    </Field>
  );
}

/** The optional username. The server is asked whether somebody has it once the typing pauses. */
export function UsernameField() {
  const { t } = useTranslation("auth");
  const [typed, setTyped] = useState("");
  const [taken, setTaken] = useState<string>();
  const username = useDebouncedValue(typed);
  const problem =
    usernameProblem(username) ?? (username && username === taken ? "taken" : undefined);

  useEffect(() => {
    if (username === "" || usernameProblem(username)) return;
    void isTaken(username).then((is) => is && setTaken(username));
  }, [username]);

  return (
    <Field
      label={t("names.optional", { field: t("names.username") })}
      error={problem && t(`names.${problem}`)}
    >
      <Input
        name="username"
        // The account is opened by its e-mail address: password managers would store this instead.
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onInput={(event) => setTyped(event.currentTarget.value.trim().toLowerCase())}
      />
    </Field>
  );
}

/** False also where it can't be found out: the database gives a taken name a suffix. */
async function isTaken(username: string): Promise<boolean> {
  return browserClient()
    .then((client) => isUsernameFree(client, username))
    .then(
      (isFree) => !isFree,
      () => false,
    );
}

/** Why the two names of a form can't be had. */
export async function chosenNamesProblem(displayName: string, username: string) {
  const problem = displayNameProblem(displayName) ?? usernameProblem(username);
  if (problem || username === "") return problem;
  return (await isTaken(username)) ? "taken" : undefined;
}
