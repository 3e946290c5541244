import type { LogEntry } from "../data/audit/audit-log.ts";
import type { Json } from "../../shared/data/database.types.ts";

/** What a change of one column means in words, by table, column and new value. */
const CHANGES: Record<string, Record<string, Record<string, Deed>>> = {
  jerseys: {
    status: { approved: "approved", rejected: "rejected", pending: "returned" },
    is_active: { false: "removed", true: "restored" },
  },
  suggestions: { status: { refused: "refused", open: "proposed" } },
  comments: { is_hidden: { true: "hidden", false: "shown" } },
  lists: { is_hidden: { true: "hidden", false: "shown" } },
  reports: { status: { upheld: "upheld", dismissed: "dismissed", open: "reopened" } },
  profiles: {
    suspended: { true: "suspended", false: "readmitted" },
    names_reset: { true: "renamed" },
  },
};

const NEW_ROWS: Record<string, Deed> = {
  jerseys: "submitted",
  suggestions: "proposed",
  jersey_redirects: "merged",
  reports: "reported",
  user_roles: "granted",
};

const GONE_ROWS: Record<string, Deed> = {
  user_roles: "revoked",
  suggestions: "settled",
  gone_jerseys: "restored",
};

export type Deed =
  | "insert"
  | "update"
  | "delete"
  | "approved"
  | "rejected"
  | "returned"
  | "removed"
  | "restored"
  | "submitted"
  | "proposed"
  | "refused"
  | "settled"
  | "merged"
  | "hidden"
  | "shown"
  | "reported"
  | "upheld"
  | "dismissed"
  | "reopened"
  | "suspended"
  | "readmitted"
  | "renamed"
  | "granted"
  | "revoked";

/** What was done, in the words of people; the kind of change where there is no word for it. */
export function deedOf({
  table_name: table,
  action,
  after,
  into,
}: Pick<LogEntry, "table_name" | "action" | "after"> & Partial<Pick<LogEntry, "into">>): Deed {
  if (into) return "merged";
  if (table === "gone_jerseys" && action === "insert") {
    return valueOf(after, "kind") === "merge" ? "merged" : "removed";
  }
  if (action === "insert") return NEW_ROWS[table] ?? action;
  if (action === "delete") return GONE_ROWS[table] ?? action;
  const changed = Object.entries(CHANGES[table] ?? {}).map(([column, deeds]) => {
    const value = valueOf(after, column);
    return value === undefined ? undefined : deeds[String(value)];
  });
  return changed.find((deed) => deed !== undefined) ?? action;
}

/** An update is logged with its changed columns only. */
function valueOf(row: Json, column: string): Json | undefined {
  return row !== null && typeof row === "object" && !Array.isArray(row) ? row[column] : undefined;
}
