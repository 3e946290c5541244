import { columnOf } from "../sql/field.ts";
import type { ReadNode } from "./read.ts";

/**
 * The columns of its own table that reading `node` takes: what is selected, ordered by and
 * joined by. A statement returns no more, since the caller may be allowed to see no more.
 */
export function neededColumns(node: ReadNode): Set<string> {
  const selected = node.columns.map(({ field }) => field.name);
  const ordered = node.order.flatMap(({ relation, field }) =>
    relation === undefined ? [field.name] : [],
  );
  const joined = node.embeds.flatMap(({ relationship }) =>
    relationship.call ? ["*"] : relationship.columns.map(([own]) => own),
  );
  const needed = new Set([...selected, ...ordered, ...joined]);
  for (const name of needed) if (name !== "*") columnOf(node, name);
  return needed;
}
