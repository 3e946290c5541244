import { useTranslation } from "react-i18next";
import { Link } from "react-router";

/** Links to the sections of the account. */
export function AccountNav() {
  const { t } = useTranslation(["account", "notices"]);
  const sections = {
    notices: t("notices:title"),
    submissions: t("account:submissions"),
    shelves: t("account:shelves.title"),
    reports: t("account:reports.title"),
    profile: t("account:profile.title"),
    settings: t("account:settings.title"),
    security: t("account:security"),
    data: t("account:data.title"),
  };
  return (
    <nav aria-label={t("account:sections")}>
      <ul className="flex flex-wrap gap-2">
        {Object.entries(sections).map(([id, title]) => (
          <li key={id}>
            <Link
              to={`#${id}`}
              className="block rounded-full bg-surface px-4 py-2.5 text-sm font-semibold hover:bg-line"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
