import { useId } from "react";
import type { ReactNode } from "react";
import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { ColorNames } from "../../shared/components/color-swatch.tsx";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import { LoadFailed } from "../../shared/components/load-failed.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { type ComparedJersey, comparedJersey, joiningPhotos } from "../data/merging/compared.ts";
import { JERSEY_FACTS, type JerseyFactName, teamFirst } from "../../shared/domain/facts/jersey.ts";
import { jerseyParams } from "../../shared/domain/jersey.ts";
import { competitionName, jerseyTeam, jerseyTitle } from "../../shared/i18n/catalogue-names.ts";
import { factKey } from "../../shared/i18n/fact-key.ts";
import { factText } from "../../shared/i18n/fact-text.ts";
import { formatNumber } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

/** Both jerseys of a merge, side by side also on a phone, and the facts that differ. */
export default function ComparedJerseys({ goes, stays }: { goes: string; stays: string }) {
  const { t } = useTranslation("merging");
  const queries = [useMemberQuery(comparedJersey(goes)), useMemberQuery(comparedJersey(stays))];
  const [gone, remaining] = queries.map(({ data }) => data);
  const facts = useFacts();
  if (queries.some(({ isPending }) => isPending)) return <Skeleton className="h-72 rounded-xl" />;
  if (gone === undefined || remaining === undefined) {
    return <LoadFailed onRetry={() => Promise.all(queries.map(({ refetch }) => refetch()))} />;
  }
  // One that was merged already is not shown any more.
  if (!gone || !remaining) return null;
  const [before, after] = [facts(gone), facts(remaining)];
  const differing = before.filter(({ text }, n) => text !== after[n]?.text);
  const same = before.filter(({ text }, n) => text !== undefined && text === after[n]?.text);
  return (
    <div className="grid max-w-2xl grid-cols-1 gap-3">
      <table className="w-full table-fixed border-separate border-spacing-0 text-left text-sm">
        <caption className="sr-only">{t("compare.title")}</caption>
        <thead>
          <tr className="align-top">
            <th scope="col" className="pr-2 font-normal">
              <Side jersey={gone} role={t("compare.goes")} />
            </th>
            <th scope="col" className="pl-2 font-normal">
              <Side jersey={remaining} role={t("compare.stays")} />
            </th>
          </tr>
        </thead>
        {differing.map(({ name, label, shown }) => (
          <Difference
            key={name}
            label={label}
            before={shown}
            after={after.find((other) => other.name === name)?.shown}
          />
        ))}
      </table>
      <Photos goes={gone} stays={remaining} />
      {same.length > 0 && (
        <p className="text-sm text-muted">
          {t("compare.same", { fields: same.map(({ label }) => label.toLowerCase()).join(", ") })}
        </p>
      )}
    </div>
  );
}

function Side({ jersey, role }: { jersey: ComparedJersey; role: string }) {
  const lang = useLanguage();
  return (
    <span className="grid gap-2">
      <span className="caption">{role}</span>
      <ComparedPicture jersey={jersey} />
      <span className="font-semibold break-words">{jerseyTitle(jersey.title, jersey, lang)}</span>
    </span>
  );
}

/** A fact in which they differ, across both columns, and both values below it. */
function Difference({
  label,
  before,
  after,
}: {
  label: string;
  before: ReactNode;
  after: ReactNode;
}) {
  const id = useId();
  return (
    <tbody>
      <tr>
        <th id={id} scope="rowgroup" colSpan={2} className="pt-3 font-normal text-muted">
          {label}
        </th>
      </tr>
      <tr className="align-top">
        <td headers={id} className="pr-2 break-words">
          {before ?? "–"}
        </td>
        <td headers={id} className="pl-2 font-medium break-words">
          {after ?? "–"}
        </td>
      </tr>
    </tbody>
  );
}

/** The cover, or the drawn shirt; leads to the jersey's page in another tab. */
function ComparedPicture({ jersey }: { jersey: ComparedJersey }) {
  const { t } = useTranslation("merging");
  const to = useHref();
  return (
    <Link
      to={to("jersey", jerseyParams(jersey))}
      target="_blank"
      className="block aspect-square overflow-hidden rounded-xl bg-surface"
    >
      <JerseyImage
        jersey={jersey}
        path={jersey.images[0]?.path}
        alt={t("compare.picture", { title: jersey.title })}
        sizes="(min-width: 48rem) 20rem, 45vw"
        largest={640}
      />
    </Link>
  );
}

/** The photos that a merge adds to the jersey that stays. Those of a submission, which nobody has accepted, are suggested to a public one. */
function Photos({ goes, stays }: { goes: ComparedJersey; stays: ComparedJersey }) {
  const { t } = useTranslation("merging");
  const { data: ids } = useMemberQuery(joiningPhotos(goes.id, stays.id));
  if (!ids || goes.images.length === 0) return null;
  const photos = goes.images.filter(({ id }) => ids.includes(id));
  const count = photos.length;
  const isSuggested = goes.status !== "approved" && stays.status === "approved";
  if (count === 0) return <p className="text-sm">{t("compare.stay")}</p>;
  return (
    <div className="grid gap-2 text-sm">
      <p>{t(isSuggested ? "compare.suggest" : "compare.join")}</p>
      <ul className="flex flex-wrap gap-2">
        {photos.map(({ id, path }, place) => (
          <li key={id} className="size-20 overflow-hidden rounded-lg bg-surface">
            <JerseyImage
              jersey={goes}
              path={path}
              alt={t("compare.photo", { position: place + 1, count })}
              sizes="5rem"
              largest={160}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ComparedFact {
  name: string;
  label: string;
  /** What is compared; undefined for a fact that isn't given. */
  text: string | undefined;
  shown: ReactNode;
}

/** What stands above, and names that stand for their row. The competition says the league. */
const COMPARED = teamFirst(
  JERSEY_FACTS.filter((fact) => !("row" in fact) && !["title", "league"].includes(fact.name)),
);

/** Returns a function that lists a jersey's facts in words. */
function useFacts(): (jersey: ComparedJersey) => ComparedFact[] {
  const { t } = useTranslation(["merging", "facts"]);
  const lang = useLanguage();
  return (jersey) => {
    const { colors, upvotes, downvotes } = jersey;
    const said: Partial<Record<JerseyFactName, string | null>> = {
      team_id: jerseyTeam(jersey, lang),
      competition_id: competitionName(jersey.competition, lang),
      season_id: jersey.season.name,
      brand_id: jersey.brand,
    };
    const facts = COMPARED.map((fact): ComparedFact => {
      const text =
        (fact.name in said ? said[fact.name] : factText(fact, jersey[fact.name], lang)) ??
        undefined;
      const long = fact.kind === "text" && text && <span className="line-clamp-6">{text}</span>;
      const shown = fact.kind === "colors" ? <ColorNames colors={colors} /> : long || text;
      return { name: fact.name, label: t(factKey(fact.name)), text, shown };
    });
    const votes = formatNumber(upvotes + downvotes, lang);
    return [...facts, { name: "votes", label: t("effects.votes"), text: votes, shown: votes }];
  };
}
