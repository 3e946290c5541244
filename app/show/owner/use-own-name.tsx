import { useState } from "react";

import type { Client } from "../../shared/data/client.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { myProfile } from "../../shared/data/profiles/my-profile.ts";
import { tidy } from "../../shared/domain/rules/text.ts";
import { memberName } from "../../shared/i18n/member-name.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { saveDisplayName } from "../data/save-display-name.ts";
import { LIST } from "../domain/limits.ts";

/**
 * Asks members without a display name for one, before others read what they show; nothing of all others.
 * @param isShown whether others will read it
 * @returns the field, or nothing to ask, and what writes the typed name, if there is one. Needs the texts `lists`.
 */
export function useOwnName(userId: string, isShown: boolean) {
  const { t } = useTranslation("lists");
  const lang = useLanguage();
  const { data: profile } = useMemberQuery(myProfile(userId));
  const [name, setName] = useState("");
  const isAsked = isShown && profile?.display_name === null;
  return {
    field: isAsked && (
      <Field
        label={t("editor.yourName")}
        help={t("editor.unnamed", { name: memberName(profile, lang) })}
      >
        <Input
          autoComplete="nickname"
          maxLength={LIST.name}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
    ),
    save: async (client: Client) => {
      if (isAsked && tidy(name)) await saveDisplayName(client, userId, tidy(name));
    },
  };
}
