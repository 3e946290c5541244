import { columnOf } from "../sql/field.ts";
import type { ReadNode } from "./read.ts";

/**
 * Returns the columns of its own table that `node` needs: for select, order and joins. A statement
 * returns only these, because the caller may have no privilege on the others.
 */
export function neededColumns(node: ReadNode): Set<string> {
  const selected = node.columns.flatMap(({ field, aggregate }) => (aggregate ? [] : [field.name]));
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
