import { Link } from "react-router";

import { useHref } from "../../shared/address/use-href.ts";
import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { ownShirts } from "../data/copies/copies.ts";
import { completeness, type Scope } from "../data/shelves/completeness.ts";
import type { Copy, FormerJersey } from "../domain/copies/copy.ts";
import { copySearch, EMPTY_COPY_QUERY, teamKey } from "../domain/copies/filter.ts";
import { copyFacts } from "../i18n/copy-facts.ts";
import { useShirtName } from "../i18n/use-shirt-name.ts";
import { CompletenessPanel } from "./completeness-panel.tsx";

type OwnShirt = Copy & { former_jersey: FormerJersey };

/**
 * The member's completeness for a team or competition, and their shirts of the team that the catalogue lacks. Renders nothing if
 * there is neither.
 */
export default function MemberCompleteness({ userId, scope }: { userId: string; scope: Scope }) {
  const { t } = useTranslation("collection");
  const team = "team_id" in scope ? scope.team_id : undefined;
  const { data: jerseys } = useMemberQuery(completeness(userId, scope));
  const { data: shirts = [] } = useMemberQuery({ ...ownShirts(userId), enabled: Boolean(team) });
  const own = shirts.filter(
    (copy): copy is OwnShirt =>
      copy.former_jersey?.teams?.id !== undefined && copy.former_jersey.teams.id === team,
  );
  if (!jerseys || jerseys.length + own.length === 0) return null;
  return (
    <section aria-labelledby="completeness" className="page pt-12 md:pt-16">
      <CompletenessPanel
        userId={userId}
        jerseys={jerseys}
        heading={
          <h2 id="completeness" className="heading text-2xl">
            {t("complete.title")}
          </h2>
        }
        own={own.length > 0 && <OwnOfTeam shirts={own} />}
      />
    </section>
  );
}

function OwnOfTeam({ shirts }: { shirts: OwnShirt[] }) {
  const { t } = useTranslation("collection");
  const to = useHref();
  const lang = useLanguage();
  const nameOf = useShirtName();
  const [first] = shirts;
  const key = first && teamKey({ copy: first, facts: copyFacts(first, lang) });
  return (
    <div className="text-sm">
      <p className="font-semibold">
        <Link
          to={
            to("accountSection", { section: "collection" }) +
            copySearch({ ...EMPTY_COPY_QUERY, team: key ? [key] : [] })
          }
          className="underline underline-offset-4"
        >
          {t("complete.own")}
        </Link>
      </p>
      <ul>
        {shirts.map(({ id, former_jersey, printed_name, printed_number }) => (
          <li key={id} className="py-0.5 wrap-anywhere">
            {nameOf(former_jersey, { name: printed_name ?? "", number: printed_number ?? "" })}
          </li>
        ))}
      </ul>
    </div>
  );
}
