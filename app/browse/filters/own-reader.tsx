import { queryOptions } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";

import { browserClient } from "../../shared/data/browser.ts";
import { type CatalogueCounts, catalogueCounts, cataloguePage } from "../data/jerseys/catalogue.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { shelfKeys } from "../../collect/data/shelves/keys.ts";
import {
  type CatalogueQuery,
  catalogueSearch,
  OWN_SIDES,
  type OwnSide,
  withAfter,
} from "../domain/catalogue-query.ts";
import type { JerseySummary } from "../../shared/domain/jersey.ts";
import type { Page } from "../../shared/domain/page.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

export interface OwnResult {
  member: string;
  /** How many jerseys each side would show; undefined while they are counted. */
  sides: Record<OwnSide, number> | undefined;
  /** The step of the chosen side. */
  result: (CatalogueCounts & { listKey: string; page: Page<JerseySummary> }) | undefined;
  /** The list that could not be read, and how to try again. */
  failed?: { listKey: string; retry: () => void };
}

/** Below the shelves' key: a change of a shelf counts them anew. */
const sidesQuery = (member: string, query: CatalogueQuery) =>
  queryOptions({
    queryKey: [...shelfKeys.lists(member), "catalogue", catalogueSearch(query)] as const,
    queryFn: async () => {
      const client = await browserClient();
      const counted = await Promise.all(
        OWN_SIDES.map(async (own) => {
          const { total } = await catalogueCounts(client, { ...query, own });
          return [own, total] as const;
        }),
      );
      return Object.fromEntries(counted) as Record<OwnSide, number>;
    },
  });

/** Reads a member's own side of the catalogue and hands it on. Shows nothing itself. */
export default function OwnReader({
  member,
  query,
  onRead,
}: {
  member: string;
  query: CatalogueQuery;
  onRead: (read: OwnResult) => void;
}) {
  const lang = useLanguage();
  const { own } = query;
  const listKey = catalogueSearch(withAfter(query, undefined));
  const { data: sides } = useMemberQuery(
    sidesQuery(member, { ...withAfter(query, undefined), own: undefined }),
  );
  const {
    data: result,
    isError,
    refetch,
  } = useMemberQuery({
    queryKey: ["catalogue", member, lang, catalogueSearch(query)] as const,
    enabled: own !== undefined,
    queryFn: async () => {
      const client = await browserClient();
      const [page, counts] = await Promise.all([
        cataloguePage(client, query, lang),
        catalogueCounts(client, query),
      ]);
      return { ...counts, page, listKey };
    },
    // A list that changed under the reader's eyes would lose the place.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const hand = useEffectEvent(onRead);
  useEffect(() => {
    const isFailed = own !== undefined && !result && isError;
    // While a further step loads, those before it stay.
    if (own !== undefined && !result && !isFailed) return;
    hand({
      ...{ member, sides, result: own === undefined ? undefined : result },
      ...(isFailed && { failed: { listKey, retry: () => void refetch() } }),
    });
  }, [member, sides, own, result, isError, refetch, listKey]);
  return null;
}
