import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { formatDateTime } from "../../../shared/i18n/format.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { useMemberQuery } from "../../../shared/data/member-query.ts";
import { underived } from "../../data/underived.ts";

/** Says that lists, counts or search lack some changes, and since when. */
export function Underived() {
  const { t } = useTranslation("admin");
  const lang = useLanguage();
  const { data: since } = useMemberQuery(underived());
  if (!since) return null;
  return (
    <section
      aria-labelledby="underived"
      className="mb-6 rounded-2xl border border-line bg-surface p-5"
    >
      <h2 id="underived" className="font-semibold">
        {t("underived.title")}
      </h2>
      <p className="mt-1 max-w-prose">
        {t("underived.text", { since: formatDateTime(since, lang) })}
      </p>
    </section>
  );
}
