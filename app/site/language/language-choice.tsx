import { useLocation, useNavigate } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { Field } from "../../shared/ui/field.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { isDone, useMemberMutation } from "../../shared/data/member-mutation.ts";
import { saveLanguage } from "../../account/data/session/auth.ts";
import {
  inLanguage,
  type Language,
  LANGUAGE_NAMES,
  LANGUAGES,
} from "../../shared/i18n/languages.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { rememberLanguage } from "./preference.ts";

/** The language of the site and of the member's mails. */
export function LanguageChoice() {
  const { t } = useTranslation(["account", "common"]);
  const current = useLanguage();
  const { pathname } = useLocation();
  const navigate = useNavigate();

  const { mutateAsync: save } = useMemberMutation({
    write: saveLanguage,
    onError: (error) => {
      console.error("language not saved", error);
      toast.error(t("common:errors.failed"));
    },
  });

  async function choose(lang: Language) {
    rememberLanguage(lang);
    await isDone(save(lang));
    await navigate(inLanguage(pathname, lang), { preventScrollReset: true });
  }

  return (
    <Field label={t("settings.language")}>
      <Select
        value={current}
        onChange={(event) => void choose(event.target.value as Language)}
        className="max-w-72"
      >
        {LANGUAGES.map((lang) => (
          <option key={lang} value={lang} lang={lang}>
            {LANGUAGE_NAMES[lang]}
          </option>
        ))}
      </Select>
    </Field>
  );
}
