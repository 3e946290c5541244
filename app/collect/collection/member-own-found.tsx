import type { ReactNode } from "react";

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
import type { OwnShirtFound } from "./own-found.tsx";

/** The member's shirts without a page that a search finds, if there are any. */
export default function MemberOwnFound({
  userId,
  query,
  children,
}: {
  userId: string;
  query: string;
  children: (found: OwnShirtFound[]) => ReactNode;
}) {
  const lang = useLanguage();
  const to = useHref();
  const nameOf = useShirtName();
  const { data: copies = [] } = useMemberQuery(ownShirts(userId));
  const best = searched(
    copies.map((copy) => ({ copy, facts: copyFacts(copy, lang) })),
    query,
  );
  if (!best) return null;
  const collection = to("accountSection", { section: "collection" });
  const path = collection + copySearch({ ...EMPTY_COPY_QUERY, q: best.q });
  return children(
    best.found.flatMap(({ copy }) => {
      const { id, former_jersey: jersey, printed_name: name, printed_number: number } = copy;
      if (!jersey) return [];
      const picture = <CopyPicture copy={copy} sizes="56px" />;
      return [
        { id, path, picture, name: nameOf(jersey, { name: name ?? "", number: number ?? "" }) },
      ];
    }),
  );
}

/** What a query finds, and as what: "lens 98" is found as "lens 1998". */
function searched(entries: readonly CopyEntry[], query: string) {
  const longer = withWholeYear(query, new Date().getFullYear());
  return [query, longer ?? query]
    .map((q) => ({ q, ...filterCopies(entries, { ...EMPTY_COPY_QUERY, q }) }))
    .find(({ found }) => found.length > 0);
}
