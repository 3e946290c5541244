import { unknownColumn } from "../errors.ts";
import type { Field } from "../parse/field.ts";
import type { Test } from "../parse/filter.ts";
import type { ReadNode } from "../plan/read.ts";
import { RETURNED } from "../plan/read.ts";
import type { Column } from "../schema/types.ts";
import { arrayLiteral, quoteIdentifier, type Parameters } from "./parameters.ts";

/** Returns the column of this name. @throws {ApiError} 42703 */
export function columnOf(node: ReadNode, name: string): Column {
  const column = node.table.columns.get(name) ?? node.table.computed.get(name);
  if (!column) throw unknownColumn(node.table.name, name);
  return column;
}

/** Writes a column's value, or that of a function computed on its row. */
function columnSql(node: ReadNode, name: string): string {
  const { table, alias, source } = node;
  columnOf(node, name);
  if (!table.columns.has(name) && source !== RETURNED) {
    return `public.${quoteIdentifier(name)}(${alias}.*)`;
  }
  return `${alias}.${quoteIdentifier(name)}`;
}

/** Writes a column, or the path inside its JSON. */
export function fieldSql(node: ReadNode, { name, path }: Field, parameters: Parameters): string {
  const column = columnSql(node, name);
  if (path.length === 0) return column;
  const { baseType } = columnOf(node, name);
  const json = baseType === "json" || baseType === "jsonb" ? column : `to_jsonb(${column})`;
  const steps = path.map(({ arrow, key }) =>
    typeof key === "number"
      ? `${arrow}${parameters.bind(String(key))}::int`
      : `${arrow}${parameters.bind(key)}::text`,
  );
  return `(${json}${steps.join("")})`;
}

/** Writes the condition that `field` satisfies `test`. */
export function testSql(
  node: ReadNode,
  { field, not, test }: { field: Field; not: boolean; test: Test },
  parameters: Parameters,
): string {
  const value = fieldSql(node, field, parameters);
  const negation = not ? "not " : "";
  switch (test.kind) {
    case "compare":
      return `${negation}${value} ${test.operator} ${operand(test.quantifier, test.value, parameters)}`;
    case "like": {
      const pattern = test.value.replaceAll("*", "%");
      return `${negation}${value} ${test.operator} ${operand(test.quantifier, pattern, parameters)}`;
    }
    case "in":
      // `any` instead of `in`: one placeholder for any number of values, including none.
      return `${negation}${value} = any(${parameters.bind(arrayLiteral(test.values))})`;
    case "is":
      return `${negation}${value} is ${test.value}`;
    case "distinct":
      return `${negation}${value} is distinct from ${parameters.bind(test.value)}`;
    case "search": {
      const language = test.language ? `${parameters.bind(test.language)}, ` : "";
      const text =
        columnOf(node, field.name).baseType === "tsvector" && field.path.length === 0
          ? value
          : `to_tsvector(${language}${value})`;
      // In a `select` of its own the query is parsed once; otherwise it would be for each row.
      return `${negation}${text} @@ (select ${test.query}(${language}${parameters.bind(test.value)}))`;
    }
  }
}

function operand(
  quantifier: "any" | "all" | undefined,
  value: string,
  parameters: Parameters,
): string {
  const placeholder = parameters.bind(value);
  return quantifier ? `${quantifier}(${placeholder})` : placeholder;
}
