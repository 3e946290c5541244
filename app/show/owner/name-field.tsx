import { memberName } from "../../shared/i18n/member-name.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { myProfile } from "../../shared/data/profiles/my-profile.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { Field } from "../../shared/ui/field.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { LIST } from "../domain/limits.ts";

/** Asks members without a display name for one, before others read what they show; nothing for all others. */
export function NameField({
  userId,
  name,
  onChange,
}: {
  userId: string;
  name: string;
  onChange: (name: string) => void;
}) {
  const { t } = useTranslation("lists");
  const lang = useLanguage();
  const { data: profile } = useMemberQuery(myProfile(userId));
  if (profile?.display_name !== null) return null;
  return (
    <Field
      label={t("editor.yourName")}
      help={t("editor.unnamed", { name: memberName(profile, lang) })}
    >
      <Input
        autoComplete="nickname"
        maxLength={LIST.name}
        value={name}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}
