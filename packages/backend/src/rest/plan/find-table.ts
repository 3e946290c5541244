import { unknownTable } from "../errors.ts";
import type { RestRequest } from "../operations/operation.ts";
import type { Schema, Table } from "../schema/types.ts";
import { nearestName } from "./nearest-name.ts";

/**
 * Finds the requested table or view.
 * @throws {ApiError} PGRST205, which suggests only what the caller's role can use
 */
export function findTable(schema: Schema, { name, role }: RestRequest): Table {
  const table = schema.tables.get(name);
  if (table) return table;
  const usable = [...schema.tables.values()].filter(({ roles }) => roles.includes(role));
  const names = usable.map((each) => each.name);
  throw unknownTable(name, nearestName(name, names));
}
