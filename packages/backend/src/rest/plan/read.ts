import { aggregatesNotAllowed, embeddedTwice, notEmbedded } from "../errors.ts";
import type { Condition } from "../parse/logic.ts";
import type { OrderTerm } from "../parse/order.ts";
import type { At, Query } from "../parse/query.ts";
import { intersection, restricted, type Slice } from "../parse/range.ts";
import type { SelectColumn, SelectItem } from "../parse/select.ts";
import { quoteIdentifier } from "../sql/parameters.ts";
import { type Relationship, type Schema, type Table } from "../schema/types.ts";
import { findRelationship } from "./find-relationship.ts";

/** Rows to read: of a table, or those returned by the previous statement. */
export interface ReadNode {
  table: Table;
  /** The SQL after `from`. */
  source: string;
  /** Its alias, unique in the statement. */
  alias: string;
  columns: SelectColumn[];
  embeds: EmbedNode[];
  conditions: Condition[];
  order: OrderTerm[];
  slice: Slice;
  /** True if PostgreSQL counts the bytes of each row, or of each list of embedded rows. */
  countsRows: boolean;
  countsLists: boolean;
}

/** Related rows, as part of each row of the parent node. */
export interface EmbedNode extends ReadNode {
  relationship: Relationship;
  /** Its name in select, filters and order. */
  name: string;
  target: string;
  inner: boolean;
  spread: boolean;
}

/** Alias of the rows that the previous statement returned. */
export const RETURNED = "source";

/**
 * Resolves a query's embeds against the schema and assigns every filter, order and limit to its
 * node.
 * @param source the rows to read, if not those of `table`
 * @param range the rows of the list that the `Range` header asks for
 * @throws {ApiError} for embeds that don't exist, or that have the same name
 */
export function planRead(
  schema: Schema,
  table: Table,
  query: Query,
  source?: string,
  range?: Slice,
): ReadNode {
  const planner = new Planner(schema);
  const root = planner.node(table, query.select, source);
  attach(root, query.conditions, (node, condition) => node.conditions.push(condition));
  attach(root, query.orders, (node, order) => (node.order = order));
  attach(root, query.slices, (node, slice) => {
    const { limit = node.slice.limit, offset = node.slice.offset } = slice;
    node.slice = { offset, limit };
  });
  if (range) root.slice = intersection(range, root.slice);
  restrict(root);
  return root;
}

/** Restricts all lists to the largest size, after all that moves their start is known. */
function restrict(node: ReadNode): void {
  node.slice = restricted(node.slice);
  for (const embed of node.embeds) restrict(embed);
}

/** Returns a table as the target of a statement, without columns and embeds. */
export function bareNode(table: Table, alias: string, conditions: Condition[] = []): ReadNode {
  return {
    table,
    source: sourceOf(table),
    alias,
    columns: [],
    embeds: [],
    conditions,
    order: [],
    slice: {},
    countsRows: false,
    countsLists: false,
  };
}

export function sourceOf(table: Table): string {
  return `public.${quoteIdentifier(table.name)}`;
}

class Planner {
  readonly #schema: Schema;
  #count = 0;

  constructor(schema: Schema) {
    this.#schema = schema;
  }

  node(table: Table, items: SelectItem[], source = sourceOf(table), level = 1): ReadNode {
    const alias = `t${this.#count}`;
    this.#count += 1;
    const node: ReadNode = { ...bareNode(table, alias), source };
    for (const item of items) {
      if (item.kind === "embed") node.embeds.push(this.#embed(table, item, level));
      else if (item.aggregate) throw aggregatesNotAllowed();
      else node.columns.push(isCount(table, item) ? { ...item, aggregate: "count" } : item);
    }
    const twice = repeatedName(node.embeds);
    if (twice !== undefined) throw embeddedTwice(table.name, twice, level);
    return node;
  }

  #embed(origin: Table, item: SelectItem & { kind: "embed" }, level: number): EmbedNode {
    const { target, alias, inner, spread, items } = item;
    const relationship = findRelationship(origin, item);
    // Relationships contain only tables of the schema.
    const foreign = this.#schema.tables.get(relationship.foreign)!;
    const node = this.node(foreign, items, sourceOf(foreign), level + 1);
    return { ...node, relationship, name: alias ?? target, target, inner, spread };
  }
}

/** Returns a name that two embeds share: a row has room for one of them only. */
function repeatedName(embeds: EmbedNode[]): string | undefined {
  const names = embeds.filter(({ spread }) => !spread).map(({ name }) => name);
  return names.find((name, index) => names.indexOf(name) !== index);
}

/**
 * Returns true for `select=count`, the short form of a count, which is allowed although aggregates
 * are off. A column of this name wins.
 */
function isCount({ columns, computed }: Table, { field }: SelectColumn): boolean {
  const isName = field.name === "count" && field.path.length === 0;
  return isName && !columns.has("count") && !computed.has("count");
}

function attach<T>(root: ReadNode, all: At<T>[], add: (node: ReadNode, value: T) => void): void {
  for (const { path, value } of all) {
    let node: ReadNode = root;
    for (const step of path) {
      const embed = embedOf(node, step);
      if (!embed) throw notEmbedded(step);
      node = embed;
    }
    add(node, value);
  }
}

/** Finds the embed by its alias or, as older clients do, by its target. */
export function embedOf(node: ReadNode, name: string): EmbedNode | undefined {
  return (
    node.embeds.find((embed) => embed.name === name) ??
    node.embeds.find((embed) => embed.target === name)
  );
}
