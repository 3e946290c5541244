import { infiniteQueryOptions } from "@tanstack/react-query";

import { browserClient } from "../browser.ts";
import type { Client } from "../client.ts";
import { memberKeys } from "./keys.ts";

/** A member as administrators see one. */
export interface Member {
  id: string;
  username: string;
  display_name: string | null;
  joined_at: string;
  is_administrator: boolean;
  is_suspended: boolean;
  /** How many were submitted, and how many of them rejected. */
  jerseys: number;
  rejected: number;
}

export const MEMBER_FILTERS = ["all", "administrators", "suspendedOnly"] as const;
export type MemberFilter = (typeof MEMBER_FILTERS)[number];

const PAGE = 30;

/** Members, the newest first; or those whose username or display name contains the text, by username. */
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
  // That a function's columns are never null is not in the schema.
  return data as Member[];
}

export type MemberAction = "grant" | "revoke" | "suspend" | "reinstate";

/** What an administrator may do to a member; done twice it changes nothing more. */
export async function actOnMember(client: Client, id: string, action: MemberAction): Promise<void> {
  switch (action) {
    case "grant":
      await client
        .from("user_roles")
        .upsert({ user_id: id, role: "admin" }, { ignoreDuplicates: true })
        .throwOnError();
      return;
    case "revoke":
      await client.from("user_roles").delete().eq("user_id", id).eq("role", "admin").throwOnError();
      return;
    default:
      await client
        .rpc("suspend_member", { user_id: id, suspended: action === "suspend" })
        .throwOnError();
  }
}
