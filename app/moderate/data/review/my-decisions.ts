import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";

import { readTargets } from "../../../contribute/data/suggestions/targets.ts";
import { browserClient } from "../../../shared/data/browser.ts";
import { parseAnswer } from "../../../shared/data/parse-answer.ts";
import { isTargetType } from "../../../shared/domain/suggestion.ts";
import { reviewKeys } from "./keys.ts";

const decisions = z.array(
  z.object({
    /** What was decided on together. */
    ids: z.array(z.string()),
    /** `hidden`: comments of one member, or a list; `accepted`: its page's history takes it back. */
    kind: z.enum(["new", "edit", "photos", "merge", "removal", "report", "hidden", "accepted"]),
    target_type: z.enum(["jersey", "team", "competition", "comment", "profile", "list"]),
    target_id: z.string(),
    title: z.string().nullable(),
    decided_at: z.string(),
  }),
);

/** What the reviewer decided, as far as it can be taken back; the latest first. */
export function myDecisions() {
  return queryOptions({
    queryKey: reviewKeys.mine,
    queryFn: async () => {
      const client = await browserClient();
      const { data } = await client.rpc("my_decisions").throwOnError();
      const rows = parseAnswer(decisions, data);
      const targets = await readTargets(
        client,
        rows.flatMap(({ target_type: type, target_id: id }) =>
          isTargetType(type) ? { type, id } : [],
        ),
      );
      return rows.map((decision) => ({
        ...decision,
        /** Null of a comment, a member or a list. */
        target: targets.get(decision.target_id) ?? null,
      }));
    },
    staleTime: 0,
  });
}
