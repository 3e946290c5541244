import { field, type Field } from "./field.ts";
import { Scanner } from "./scanner.ts";

/** `name.desc.nullslast`, or `teams(name).desc` for an order by a related row. */
export interface OrderTerm {
  relation?: string;
  field: Field;
  direction?: "asc" | "desc";
  nulls?: "first" | "last";
}

/**
 * Parses the value of `order`.
 * @throws {ApiError} PGRST100
 */
export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner(text, "order");
  const found: OrderTerm[] = [];
  do found.push(term(scanner));
  while (scanner.accept(","));
  scanner.end();
  return found;
}

function term(scanner: Scanner): OrderTerm {
  let ordered = field(scanner);
  let relation: string | undefined;
  if (ordered.path.length === 0 && scanner.accept("(")) {
    relation = ordered.name;
    ordered = field(scanner);
    scanner.expect(")");
  }
  const direction = scanner.match(/\.(asc|desc)(?![a-z])/y)?.[1] as OrderTerm["direction"];
  const nulls = scanner.match(/\.nulls(first|last)/y)?.[1] as OrderTerm["nulls"];
  scanner.skipSpace();
  if (!scanner.done && !scanner.sees(",")) {
    scanner.fail('"asc", "desc", "nullsfirst" or "nullslast"');
  }
  return { relation, field: ordered, direction, nulls };
}
