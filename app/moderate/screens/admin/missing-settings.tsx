import { useTranslation } from "../../../shared/i18n/use-translation.tsx";

/** Says which facts about the operator the legal pages lack. */
export function MissingSettings({ names }: { names: string[] }) {
  const { t } = useTranslation("admin");
  if (names.length === 0) return null;
  return (
    <section
      aria-labelledby="missing-settings"
      className="mb-6 rounded-2xl border border-line bg-surface p-5"
    >
      <h2 id="missing-settings" className="font-semibold">
        {t("missingSettings.title")}
      </h2>
      <p className="mt-1 max-w-prose">{t("missingSettings.text")}</p>
      <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
        {names.map((name) => (
          <li key={name}>
            <code className="text-sm">{name}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
