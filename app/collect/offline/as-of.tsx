import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { formatDateTime } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { useOnline } from "./use-online.ts";

/** Of when a list is that is shown without a network. */
export function AsOf({ readAt }: { readAt: number }) {
  const { t } = useTranslation("copies");
  const lang = useLanguage();
  const isOnline = useOnline();
  if (isOnline || readAt === 0) return null;
  const date = formatDateTime(new Date(readAt).toISOString(), lang);
  return <p className="text-sm text-muted">{t("list.asOf", { date })}</p>;
}
