import { Link } from "react-router";

import { factKey } from "../../../shared/i18n/fact-key.ts";
import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { useSignInPath } from "../../../shared/address/use-sign-in-path.ts";
import { DROP_REASONS, type DroppedValue, MOST_VALUES } from "../../domain/catalogue-query.ts";
import { SHORTEST_QUERY } from "../../../shared/domain/search-text.ts";

const GROUPS = { from: "years", to: "years", decade: "years" } as const;

/** Names the values of the address that are left out: a sentence per reason. */
export function Dropped({ values }: { values: readonly DroppedValue[] }) {
  const { t } = useTranslation(["filters", "facts"]);
  const groupOf = (name: string) => {
    if (name === "sort") return t("filters:sort.label");
    const group = Object.hasOwn(GROUPS, name) ? GROUPS[name as keyof typeof GROUPS] : name;
    return t([`filters:group.${group as "years"}`, factKey(group)]);
  };
  return DROP_REASONS.map((reason) => {
    const named = values
      .filter((value) => value.reason === reason)
      .map(({ name, value }) => `${value} (${groupOf(name)})`)
      .join(", ");
    if (!named) return null;
    return (
      <p key={reason} className="catalogue-dropped">
        {t(`filters:dropped.${reason}`, {
          values: named,
          most: MOST_VALUES,
          shortest: SHORTEST_QUERY,
        })}
      </p>
    );
  });
}

/** A member's own side, in a link that a visitor opened. */
export function OwnNeedsSession() {
  const { t } = useTranslation("filters");
  const signIn = useSignInPath();
  return (
    <p className="catalogue-dropped">
      {t("dropped.own")}{" "}
      <Link to={signIn} className="font-semibold underline">
        {t("dropped.signIn")}
      </Link>
    </p>
  );
}
