import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";

import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import { parseAnswer } from "../../../shared/data/parse-answer.ts";
import { readTargets } from "../../../contribute/data/suggestions/targets.ts";
import { memberKeys } from "./keys.ts";

/** A jersey, suggestion, comment or report. */
const item = z.object({
  id: z.string(),
  at: z.string(),
  /** Of a comment its text. */
  title: z.string().nullable(),
  status: z.string(),
  reason: z.string().nullable(),
  /** Of a suggestion what it wants, of a report what it is about. */
  kind: z.string().optional(),
  category: z.string().nullish(),
  /** The jersey with a page. */
  jersey_id: z.string().nullable(),
});

const part = z.object({
  total: z.number(),
  /** How many were decided against: refused, hidden, dismissed; of reports about the member, upheld. */
  against: z.number(),
  /** The newest. */
  items: z.array(item),
});

const file = z.object({
  joined_at: z.string(),
  is_suspended: z.boolean(),
  suspensions: z.array(
    z.object({ at: z.string(), suspended: z.boolean(), reason: z.string().nullable() }),
  ),
  jerseys: part,
  suggestions: part,
  comments: part.extend({ to_hide: z.number() }),
  reports_by: part,
  reports_about: part,
});

export const FILE_PARTS = [
  "jerseys",
  "suggestions",
  "comments",
  "reports_about",
  "reports_by",
] as const;

export type FilePart = (typeof FILE_PARTS)[number];
export type FileItem = z.infer<typeof item>;

/** What a reviewer may know of a member (`member_file()`), and the pages of its jerseys. */
export function memberFile(memberId: string) {
  return queryOptions({
    queryKey: memberKeys.file(memberId),
    queryFn: async () => {
      const client = await browserClient();
      const { data } = await client.rpc("member_file", { member_id: memberId }).throwOnError();
      const read = parseAnswer(file, data);
      const jerseys = FILE_PARTS.flatMap((name) =>
        read[name].items.flatMap(({ jersey_id: id }) =>
          id ? [{ type: "jersey" as const, id }] : [],
        ),
      );
      return { ...read, targets: await readTargets(client, jerseys) };
    },
    staleTime: 0,
  });
}

/** Hides all comments of a member, for a reason that they read. */
export async function hideComments(
  client: Client,
  memberId: string,
  reason: string,
): Promise<void> {
  await client.rpc("hide_comments", { member_id: memberId, reason }).throwOnError();
}
