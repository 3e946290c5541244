import { badEmbedFilter, notEmbedded, orderByMany, unknownType } from "../errors.ts";
import type { Filter } from "../parse/filter.ts";
import type { Condition } from "../parse/logic.ts";
import type { OrderTerm } from "../parse/order.ts";
import type { SelectColumn } from "../parse/select.ts";
import { embedOf, sourceOf, type EmbedNode, type ReadNode } from "../plan/read.ts";
import { isToOne, type Schema } from "../schema/types.ts";
import { fieldSql, testSql } from "./field.ts";
import { quoteIdentifier, type Parameters } from "./parameters.ts";
import { countBytes, countRow } from "./size.ts";

interface Output {
  sql: string;
  name: string;
}

/**
 * Writes a plan as SQL. Related rows are subqueries in the select list instead of joins: after
 * `order by … limit` PostgreSQL then looks them up only for the answered rows.
 */
export class ReadWriter {
  readonly #schema: Schema;
  readonly #parameters: Parameters;

  constructor(schema: Schema, parameters: Parameters) {
    this.#schema = schema;
    this.#parameters = parameters;
  }

  /** Selects the rows of `node`, with embeds, order and limits. */
  select(node: ReadNode, parent?: ReadNode): string {
    const outputs = this.#outputs(node).map(({ sql, name }) =>
      name === "*" ? sql : `${sql} as ${quoteIdentifier(name)}`,
    );
    const spreads = node.embeds.filter(({ spread }) => spread);
    const laterals = spreads.map((embed) => this.#lateral(node, embed));
    return [
      `select ${outputs.join(", ")}`,
      this.from(node, parent, laterals.join("")),
      this.#order(node),
      this.#slice(node),
    ]
      .filter((clause) => clause !== "")
      .join(" ");
  }

  /** Writes `from … where …`: the rows of `node` before order and limits, for counting. */
  from(node: ReadNode, parent?: ReadNode, joins = ""): string {
    const where = this.where(node, parent);
    return `from ${this.#source(node, parent)}${joins}${where && ` where ${where}`}`;
  }

  where(node: ReadNode, parent?: ReadNode): string {
    return [
      ...(parent ? joinConditions(node as EmbedNode, parent) : []),
      ...node.conditions.map((condition) => this.#condition(node, condition)),
      ...node.embeds.filter(({ inner }) => inner).map((embed) => this.#exists(node, embed)),
    ].join(" and ");
  }

  #source(node: ReadNode, parent?: ReadNode): string {
    const own = `${node.source} ${node.alias}`;
    if (!parent) return own;
    const { call, junction } = (node as EmbedNode).relationship;
    if (call) {
      const row = `(${parent.alias}.*)::${sourceOf(parent.table)}`;
      return `public.${quoteIdentifier(call)}(${row}) ${node.alias}`;
    }
    if (!junction) return own;
    const between = this.#schema.tables.get(junction.table)!;
    return `${own}, ${sourceOf(between)} ${junctionAlias(node)}`;
  }

  #outputs(node: ReadNode): Output[] {
    const columns = node.columns.map((item) =>
      item.field.name === "*" ? { sql: `${node.alias}.*`, name: "*" } : this.#column(node, item),
    );
    const embeds = node.embeds.flatMap((embed) => {
      if (embed.spread) {
        const of = spreadAlias(embed);
        return outputNames(embed).map((name) => ({ sql: `${of}.${quoteIdentifier(name)}`, name }));
      }
      return isEmpty(embed) ? [] : [{ sql: this.#embedded(node, embed), name: embed.name }];
    });
    return [...columns, ...embeds];
  }

  #column(node: ReadNode, item: SelectColumn): Output {
    const value = item.aggregate ? "count(*)" : fieldSql(node, item.field, this.#parameters);
    const sql = item.cast === undefined ? value : `cast(${value} as ${this.#type(item.cast)})`;
    return { sql, name: columnName(item) };
  }

  #type(cast: string): string {
    const spelling = this.#schema.types.get(cast.toLowerCase().replaceAll(/\s+/g, " "));
    if (!spelling) throw unknownType(cast);
    return spelling;
  }

  /** Selects related rows as JSON: an object or null, or a list. */
  #embedded(parent: ReadNode, embed: EmbedNode): string {
    const rows = this.select(embed, parent);
    if (isToOne(embed.relationship)) {
      return `(select row_to_json(x.*) from (${rows}) x${onlyFirst(embed)})`;
    }
    const list = listSql("x.*", embed);
    if (!embed.countsLists) return `(select ${list} from (${rows}) x)`;
    return `(select y.list from (select ${list} as list from (${rows}) x) y where ${countBytes("y.list")})`;
  }

  /** Selects a related row's columns; of many related rows one list per column. */
  #lateral(parent: ReadNode, embed: EmbedNode): string {
    const rows = this.select(embed, parent);
    const lists = outputNames(embed).map((name) => {
      const column = quoteIdentifier(name);
      return `${listSql(`x.${column}`, embed)} as ${column}`;
    });
    const sql = isToOne(embed.relationship)
      ? `${rows}${onlyFirst(embed)}`
      : `select ${lists.join(", ")} from (${rows}) x`;
    return ` left join lateral (${sql}) ${spreadAlias(embed)} on true`;
  }

  #exists(parent: ReadNode, embed: EmbedNode): string {
    return `exists (select ${this.from(embed, parent)})`;
  }

  #condition(node: ReadNode, condition: Condition): string {
    if (condition.kind === "filter") return `(${this.#filter(node, condition)})`;
    const terms = condition.terms.map((term) => this.#condition(node, term));
    return `${condition.not ? "not " : ""}(${terms.join(` ${condition.kind} `)})`;
  }

  #filter(node: ReadNode, filter: Filter): string {
    const { field, not, test } = filter;
    const embed = field.path.length === 0 ? embedOf(node, field.name) : undefined;
    if (!embed) return testSql(node, filter, this.#parameters);
    if (test.kind === "is" && (test.value === "null" || test.value === "not null")) {
      const missing = (test.value === "null") !== not;
      return `${missing ? "not " : ""}${this.#exists(node, embed)}`;
    }
    if (!node.table.columns.has(field.name)) throw badEmbedFilter(field.name);
    return testSql(node, filter, this.#parameters);
  }

  #order(node: ReadNode): string {
    if (node.order.length === 0) return "";
    return `order by ${node.order.map((term) => this.#orderTerm(node, term)).join(", ")}`;
  }

  #orderTerm(node: ReadNode, { relation, field, direction, nulls }: OrderTerm): string {
    const value =
      relation === undefined
        ? fieldSql(node, field, this.#parameters)
        : this.#related(node, relation, field);
    return `${value}${direction ? ` ${direction}` : ""}${nulls ? ` nulls ${nulls}` : ""}`;
  }

  #related(node: ReadNode, relation: string, field: OrderTerm["field"]): string {
    const embed = embedOf(node, relation);
    if (!embed) throw notEmbedded(relation);
    if (!isToOne(embed.relationship)) throw orderByMany(node.table.name, relation);
    const value = fieldSql(embed, field, this.#parameters);
    return `(select ${value} ${this.from(embed, node)} limit 1)`;
  }

  /** Limit and offset are literals: a generic plan for a parameter assumes a tenth of the table. */
  #slice({ slice: { limit, offset } }: ReadNode): string {
    return `${limit === undefined ? "" : `limit ${limit}`}${offset ? ` offset ${offset}` : ""}`;
  }
}

/** Writes the list of values of the rows `x`. */
function listSql(value: string, { countsRows, countsLists, relationship }: EmbedNode): string {
  // The lists of a spread have no row of their own in which they could be counted.
  const counted = countsRows || (countsLists && !value.endsWith("*"));
  const filter = counted && !isToOne(relationship) ? ` filter (where ${countRow("x")})` : "";
  return `coalesce(json_agg(${value})${filter}, '[]')`;
}

function joinConditions(node: EmbedNode, parent: ReadNode): string[] {
  const { columns, junction } = node.relationship;
  const equal = (a: string, x: string, b: string, y: string) =>
    `${a}.${quoteIdentifier(x)} = ${b}.${quoteIdentifier(y)}`;
  if (!junction) return columns.map(([own, other]) => equal(parent.alias, own, node.alias, other));
  const between = junctionAlias(node);
  return [
    ...columns.map(([own, other]) => equal(parent.alias, own, between, other)),
    ...junction.columns.map(([own, other]) => equal(between, own, node.alias, other)),
  ];
}

function junctionAlias({ alias }: ReadNode): string {
  return `${alias}j`;
}

function spreadAlias({ alias }: ReadNode): string {
  return `${alias}s`;
}

/**
 * Limits to one row: a view may show a row more than once, and a function may return more than
 * declared.
 */
function onlyFirst({ table, relationship }: EmbedNode): string {
  return table.isView || relationship.call ? " limit 1" : "";
}

/** Returns the column names of a node's result, with `*` expanded. */
function outputNames(node: ReadNode): string[] {
  const columns = node.columns.flatMap((item) =>
    item.field.name === "*" ? [...node.table.columns.keys()] : [columnName(item)],
  );
  const embeds = node.embeds.flatMap((embed) => {
    if (embed.spread) return outputNames(embed);
    return isEmpty(embed) ? [] : [embed.name];
  });
  return [...columns, ...embeds];
}

/** A path in a document is named after its last key, unless it has an alias. */
function columnName({ alias, field }: SelectColumn): string {
  const keys = field.path.map(({ key }) => key);
  return alias ?? keys.findLast((key) => typeof key === "string") ?? field.name;
}

/** Returns true for an embed without columns, such as `teams()`, which only filters. */
function isEmpty({ columns, embeds }: ReadNode): boolean {
  return columns.length === 0 && embeds.every(isEmpty);
}
