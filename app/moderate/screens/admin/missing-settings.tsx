import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { AdminNotice } from "./admin-notice.tsx";

/** Says which facts about the operator the legal pages lack. */
export function MissingSettings({ names }: { names: string[] }) {
  const { t } = useTranslation("admin");
  if (names.length === 0) return null;
  return (
    <AdminNotice
      id="missing-settings"
      title={t("missingSettings.title")}
      text={t("missingSettings.text")}
    >
      <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
        {names.map((name) => (
          <li key={name}>
            <code className="text-sm">{name}</code>
          </li>
        ))}
      </ul>
    </AdminNotice>
  );
}
