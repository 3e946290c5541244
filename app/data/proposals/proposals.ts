import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../browser.ts";
import type { Client } from "../client.ts";
import { proposalKeys } from "./keys.ts";

const COLUMNS =
  "id, kind, jersey_id, into_id, title, team, season, into_title, reason, urgency, status, note, created_at, due_at, done_at, undo_until, proposer_id, proposer:profiles!proposals_proposer_id_fkey(username)";

/** Those that nobody has to look at any more are not listed. */
const MOST = 100;

/** Proposals to merge or remove a jersey: open, resting, and done ones that can be undone. */
export function proposalList() {
  return queryOptions({
    queryKey: proposalKeys.list,
    queryFn: async () => fetchProposals(await browserClient()),
  });
}

async function fetchProposals(client: Client) {
  const { data } = await client
    .from("proposals")
    .select(COLUMNS)
    .or("status.in.(open,agreed),and(status.eq.done,undo_until.not.is.null)")
    .order("created_at", { ascending: false })
    .order("id")
    .limit(MOST)
    .throwOnError();
  return data;
}

export type Proposal = Awaited<ReturnType<typeof fetchProposals>>[number];

/** How much a merge or removal of a jersey would touch. */
export function proposalEffects(jerseyId: string) {
  return queryOptions({
    queryKey: proposalKeys.effects(jerseyId),
    queryFn: async () => {
      const client = await browserClient();
      const { data } = await client
        .rpc("proposal_effects", { jersey_id: jerseyId })
        .single()
        .throwOnError();
      return data;
    },
  });
}

/** Reasons that are proposed as words, which the proposer completes or replaces. */
export const REASONS = {
  merge: ["sameShirt", "sameSubmission", "samePhotos"],
  removal: ["offensive", "unlawful", "noShirt", "spam", "neverExisted", "noRights"],
} as const;

export const URGENCIES = ["offensive", "unlawful"] as const;
export type Urgency = (typeof URGENCIES)[number];

export interface NewProposal {
  kind: "merge" | "removal";
  jerseyId: string;
  intoId?: string | undefined;
  reason: string;
  urgency?: Urgency | undefined;
}

/** Proposes a merge or removal, to which somebody else agrees. */
export async function propose(client: Client, proposal: NewProposal): Promise<void> {
  const { kind, jerseyId, intoId, reason, urgency } = proposal;
  await client
    .rpc("propose", {
      ...{ kind, jersey_id: jerseyId, reason },
      ...(intoId && { into_id: intoId }),
      ...(urgency && { urgency }),
    })
    .throwOnError();
}

/** What a reviewer does with a proposal. */
export type Step = "agree" | "object" | "withdraw" | "undo";

/** Agrees, objects, withdraws or undoes. The reason is for objecting and undoing. */
export async function takeStep(
  client: Client,
  { step, id, reason }: { step: Step; id: string; reason: string },
): Promise<void> {
  const given = { proposal_id: id };
  if (step === "agree") await client.rpc("agree_to_proposal", given).throwOnError();
  else if (step === "withdraw") await client.rpc("withdraw_proposal", given).throwOnError();
  else if (step === "object")
    await client.rpc("object_to_proposal", { ...given, reason }).throwOnError();
  else await client.rpc("undo_proposal", { ...given, reason }).throwOnError();
}
