import { infiniteQueryOptions } from "@tanstack/react-query";

import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import { memberKeys } from "./keys.ts";

/** A member as administrators see them. */
export interface Member {
  id: string;
  username: string;
  display_name: string | null;
  joined_at: string;
  is_administrator: boolean;
  is_reviewer: boolean;
  is_suspended: boolean;
  /** How many jerseys the member submitted, and how many were rejected. */
  jerseys: number;
  rejected: number;
}

export const MEMBER_FILTERS = ["all", "administrators", "suspendedOnly"] as const;
export type MemberFilter = (typeof MEMBER_FILTERS)[number];

const PAGE = 30;

/**
 * Members, newest first; with a text, those whose username or display name contains it, by
 * username.
 */
export function memberList(text: string, filter: MemberFilter) {
  return infiniteQueryOptions({
    queryKey: memberKeys.list(text, filter),
    queryFn: async ({ pageParam }) => fetchMembers(await browserClient(), text, filter, pageParam),
    initialPageParam: undefined as Member | undefined,
    getNextPageParam: (page) => (page.length === PAGE ? page.at(-1) : undefined),
    staleTime: 0,
  });
}

async function fetchMembers(
  client: Client,
  text: string,
  filter: MemberFilter,
  last: Member | undefined,
): Promise<Member[]> {
  const { data } = await client
    .rpc("list_members", {
      query: text,
      ...(last && { after: last.username, joined_before: last.joined_at, before: last.id }),
      administrators: filter === "administrators",
      suspended: filter === "suspendedOnly",
      size: PAGE,
    })
    .throwOnError();
  // The schema doesn't declare a function's columns as not null.
  const members = data as Omit<Member, "is_reviewer">[];
  const reviewers = await readReviewers(
    client,
    members.map(({ id }) => id),
  );
  return members.map((member) => ({ ...member, is_reviewer: reviewers.has(member.id) }));
}

async function readReviewers(client: Client, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { data } = await client
    .from("user_roles")
    .select("user_id")
    .eq("role", "reviewer")
    .in("user_id", ids)
    .throwOnError();
  return new Set(data.map(({ user_id }) => user_id));
}

export type MemberAction =
  | "grant"
  | "revoke"
  | "appoint"
  | "discharge"
  | "suspend"
  | "reinstate"
  | "rename";

/** The role that an action gives or takes. */
const ROLES = {
  grant: "admin",
  revoke: "admin",
  appoint: "reviewer",
  discharge: "reviewer",
} as const;

/**
 * An administrator's action on a member; idempotent.
 * @param reason Why names are reset, or the account is suspended; the member reads it
 */
export async function actOnMember(
  client: Client,
  id: string,
  action: MemberAction,
  reason = "",
): Promise<void> {
  switch (action) {
    case "grant":
    case "appoint":
      await client
        .from("user_roles")
        .upsert({ user_id: id, role: ROLES[action] }, { ignoreDuplicates: true })
        .throwOnError();
      return;
    case "revoke":
    case "discharge":
      await client
        .from("user_roles")
        .delete()
        .eq("user_id", id)
        .eq("role", ROLES[action])
        .throwOnError();
      return;
    case "rename":
      await client.rpc("reset_names", { user_id: id, reason }).throwOnError();
      return;
    default:
      await client
        .rpc("suspend_member", {
          user_id: id,
          suspended: action === "suspend",
          ...(reason && { reason }),
        })
        .throwOnError();
  }
}
