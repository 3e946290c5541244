import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { formatDateTime } from "../../../shared/i18n/format.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { useMemberQuery } from "../../../shared/data/member-query.ts";
import { underived } from "../../data/underived.ts";
import { AdminNotice } from "./admin-notice.tsx";

/** Says that lists, counts or search lack some changes, and since when. */
export function Underived() {
  const { t } = useTranslation("admin");
  const lang = useLanguage();
  const { data: since } = useMemberQuery(underived());
  if (!since) return null;
  return (
    <AdminNotice
      id="underived"
      title={t("underived.title")}
      text={t("underived.text", { since: formatDateTime(since, lang) })}
    />
  );
}
