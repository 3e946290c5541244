import { infiniteQueryOptions } from "@tanstack/react-query";

import { browserClient } from "../../../shared/data/browser.ts";
import { usernames } from "./last-change.ts";
import type { Client } from "../../../shared/data/client.ts";
import { auditKeys } from "./keys.ts";

/** The logged tables, by their names in the log. */
export const LOGGED_TABLES = [
  "jerseys",
  "jersey_images",
  "suggestions",
  "jersey_redirects",
  "daily_shirts",
  "comments",
  "reports",
  "report_contests",
  "lists",
  "list_items",
  "showcases",
  "gone_jerseys",
  "teams",
  "competitions",
  "seasons",
  "team_seasons",
  "team_aliases",
  "roll_overs",
  "brands",
  "catalogue_imports",
  "profiles",
  "user_roles",
] as const;

export type LoggedTable = (typeof LOGGED_TABLES)[number];

export interface LogFilter {
  table: LoggedTable | "";
  /** A member's id; empty means any member. */
  actor: string;
}

const PAGE = 50;

/** The audit log, newest first. */
export function auditLog(filter: LogFilter) {
  return infiniteQueryOptions({
    queryKey: auditKeys.log(filter),
    queryFn: async ({ pageParam }) => fetchLog(await browserClient(), filter, pageParam),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length === PAGE ? page.at(-1)?.id : undefined),
    staleTime: 0,
  });
}

async function fetchLog(client: Client, { table, actor }: LogFilter, before: number | undefined) {
  let query = client.from("audit_log").select("*");
  if (table) query = query.eq("table_name", table);
  if (actor) query = query.eq("actor_id", actor);
  if (before !== undefined) query = query.lt("id", before);
  const { data } = await query.order("id", { ascending: false }).limit(PAGE).throwOnError();
  const actors = data.flatMap(({ actor_id: id }) => id ?? []);
  const names = await usernames(client, [...new Set(actors)]);
  const called = await rowNames(client, data);
  const merged = await mergedTeams(client, data);
  return data.map((entry) => ({
    ...entry,
    /** The current name of the row or of its parent; null if it is deleted or has no name. */
    name: called.get(entry.row_id) ?? null,
    /** Of a team that was merged: the one that stayed. */
    into: (entry.action === "delete" && merged.get(entry.row_id)) || null,
    actor: (entry.actor_id && names.get(entry.actor_id)) ?? null,
  }));
}

/** The names of the teams into which deleted ones were merged, by their ids. */
async function mergedTeams(
  client: Client,
  entries: { table_name: string; action: string; row_id: string }[],
) {
  const gone = entries.flatMap(({ table_name: table, action, row_id: id }) =>
    table === "teams" && action === "delete" ? id : [],
  );
  if (gone.length === 0) return new Map<string, string>();
  const { data } = await client
    .from("team_redirects")
    .select("from_id, team:teams(name)")
    .in("from_id", gone)
    .throwOnError();
  return new Map(data.map(({ from_id: id, team }) => [id, team.name]));
}

/**
 * The current names of rows. The log has only the changed columns of an update, and only the
 * jersey's id of an image.
 */
async function rowNames(client: Client, entries: { table_name: string; row_id: string }[]) {
  const idsOf = (...tables: string[]) => [
    ...new Set(entries.flatMap((entry) => (tables.includes(entry.table_name) ? entry.row_id : []))),
  ];
  const jerseys = idsOf("jerseys", "jersey_images", "suggestions", "jersey_redirects");
  const named = {
    teams: idsOf("teams", "team_seasons", "team_aliases"),
    competitions: idsOf("competitions"),
    seasons: idsOf("seasons", "roll_overs"),
    brands: idsOf("brands"),
  };
  const members = idsOf("profiles", "user_roles", "showcases");
  const comments = idsOf("comments");
  const reports = idsOf("reports", "report_contests");
  const imports = idsOf("catalogue_imports");
  const found = await Promise.all([
    jerseys.length > 0
      ? client.from("jerseys").select("id, name:title").in("id", jerseys).throwOnError()
      : { data: [] },
    members.length > 0
      ? client.from("profiles").select("id, name:username").in("id", members).throwOnError()
      : { data: [] },
    comments.length > 0
      ? client.from("comments").select("id, name:body").in("id", comments).throwOnError()
      : { data: [] },
    reports.length > 0 ? reportedNames(client, reports) : { data: [] },
    imports.length > 0
      ? client
          .from("catalogue_imports")
          .select("id, name:file_name")
          .in("id", imports)
          .throwOnError()
      : { data: [] },
    ...(Object.keys(named) as (keyof typeof named)[])
      .filter((table) => named[table].length > 0)
      .map((table) => client.from(table).select("id, name").in("id", named[table]).throwOnError()),
  ]);
  return new Map(found.flatMap(({ data }) => data.map(({ id, name }) => [id, name] as const)));
}

/** The names of reports: a report has the name of its target. */
async function reportedNames(client: Client, ids: string[]) {
  const { data } = await client
    .from("reports")
    .select("id, reported_name, jersey:jerseys(title), comment:comments(body)")
    .in("id", ids)
    .throwOnError();
  return {
    data: data.map(({ id, reported_name: member, jersey, comment }) => ({
      id,
      name: jersey?.title ?? comment?.body ?? member ?? "",
    })),
  };
}

export type LogEntry = Awaited<ReturnType<typeof fetchLog>>[number];

/** The id of the member with exactly this username; null if there is none. */
export async function memberCalled(client: Client, username: string): Promise<string | null> {
  const { data } = await client
    .from("profiles")
    .select("id")
    .eq("username", username.toLowerCase())
    .maybeSingle()
    .throwOnError();
  return data?.id ?? null;
}
