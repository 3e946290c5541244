import { PlainLink } from "../../shared/components/plain-link.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { withWholeYear } from "../../shared/domain/search-query.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { ownShirts } from "../data/copies/copies.ts";
import {
  type CopyEntry,
  copySearch,
  EMPTY_COPY_QUERY,
  filterCopies,
} from "../domain/copies/filter.ts";
import { copyFacts } from "../i18n/copy-facts.ts";
import { useShirtName } from "../i18n/use-shirt-name.ts";
import { CopyPicture } from "../my-copies/copy-picture.tsx";

/** As many as two rows of tiles have. */
const SHOWN = 8;

/** The member's shirts without a page that a search finds, each a way to their collection. */
export default function MemberOwnFound({
  userId,
  query,
  title,
}: {
  userId: string;
  query: string;
  title: string;
}) {
  const lang = useLanguage();
  const to = useHref();
  const nameOf = useShirtName();
  const { data: copies = [] } = useMemberQuery(ownShirts(userId));
  const entries = copies.map((copy) => ({ copy, facts: copyFacts(copy, lang) }));
  const best = searched(entries, query);
  if (!best) return null;
  const collection = to("accountSection", { section: "collection" });
  const search = copySearch({ ...EMPTY_COPY_QUERY, q: best.q });
  return (
    <section aria-labelledby="own-found" className="grid">
      <h2 id="own-found" className="heading mb-5 text-2xl">
        {title}
      </h2>
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {best.found.slice(0, SHOWN).map(({ copy }) => (
          <li key={copy.id}>
            <PlainLink
              to={collection + search}
              className="flex h-full min-h-18 items-center gap-3 rounded-2xl bg-surface p-3 transition-colors hover:bg-line"
            >
              <span className="size-14 shrink-0 overflow-hidden rounded-lg">
                <CopyPicture copy={copy} sizes="56px" />
              </span>
              <span className="min-w-0 font-semibold break-words">
                {copy.former_jersey &&
                  nameOf(copy.former_jersey, {
                    name: copy.printed_name ?? "",
                    number: copy.printed_number ?? "",
                  })}
              </span>
            </PlainLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What a query finds, and as what: "lens 98" is found as "lens 1998". */
function searched(entries: readonly CopyEntry[], query: string) {
  const longer = withWholeYear(query, new Date().getFullYear());
  return [query, longer ?? query]
    .map((q) => ({ q, ...filterCopies(entries, { ...EMPTY_COPY_QUERY, q }) }))
    .find(({ found }) => found.length > 0);
}
