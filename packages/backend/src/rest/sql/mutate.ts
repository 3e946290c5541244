import { unknownBodyColumn } from "../errors.ts";
import type { Body } from "../parse/body.ts";
import type { Condition } from "../parse/logic.ts";
import { bareNode, sourceOf } from "../plan/read.ts";
import type { Column, Schema, Table } from "../schema/types.ts";
import { columnOf } from "./field.ts";
import { quoteIdentifier, type Parameters } from "./parameters.ts";
import { ReadWriter } from "./read.ts";

/** The handling of a row whose key exists already. */
export interface Conflict {
  columns: string[];
  resolution: "merge-duplicates" | "ignore-duplicates";
}

/** A setting that counts the new rows of a merging insert. */
const INSERTED = "rest.inserted";
export const INSERTED_ROWS = `nullif(current_setting('${INSERTED}', true), '')`;

/** Alias of the written row, in conditions and in `returning`. */
const ROW = "m";
const BODY = "body";

/** Writes the single statement of a request that changes rows. */
export class MutationWriter {
  readonly #schema: Schema;
  readonly #table: Table;
  readonly #parameters: Parameters;
  readonly #returning: string;

  /** @param returned the columns to return; `*` for all, empty to return nothing */
  constructor(schema: Schema, table: Table, parameters: Parameters, returned: Set<string>) {
    this.#schema = schema;
    this.#table = table;
    this.#parameters = parameters;
    this.#returning = `returning ${this.#returned(returned)}`;
  }

  /** @param where conditions on the given rows, for a PUT */
  insert(body: Body, defaults: boolean, conflict?: Conflict, where: Condition[] = []): string {
    const columns = this.#columns(body.keys);
    const listed = columns.map(({ name }) => quoteIdentifier(name));
    const merging = conflict?.resolution === "merge-duplicates" && columns.length > 0;
    const conditions = [
      ...this.#conditions(BODY, where),
      ...(merging ? [countInserted("+ 1")] : []),
    ];
    const into = `insert into ${sourceOf(this.#table)} as ${ROW}`;
    return [
      columns.length > 0 ? `${into} (${listed.join(", ")})` : into,
      columns.length === 0 && !body.isArray
        ? "default values"
        : `select ${this.#values(columns, defaults)} from ${this.#rows(body, columns, defaults)}`,
      conditions.length > 0 ? `where ${conditions.join(" and ")}` : "",
      conflict ? this.#onConflict(conflict, merging ? listed : []) : "",
      this.#returning,
    ]
      .filter((clause) => clause !== "")
      .join(" ");
  }

  update(body: Body, defaults: boolean, where: Condition[]): string {
    const columns = this.#columns(body.keys);
    // `update … set` without columns is invalid SQL: select no rows, in the right shape.
    if (columns.length === 0) {
      const returned = this.#returning.slice("returning ".length);
      return `select ${returned} from ${sourceOf(this.#table)} ${ROW} where false`;
    }
    const set = columns.map(
      (column) => `${quoteIdentifier(column.name)} = ${this.#value(column, defaults)}`,
    );
    return [
      `update ${sourceOf(this.#table)} ${ROW} set ${set.join(", ")}`,
      `from ${this.#rows(body, columns, defaults)}`,
      `where ${this.#conditions(ROW, where).join(" and ")}`,
      this.#returning,
    ].join(" ");
  }

  delete(where: Condition[]): string {
    const conditions = this.#conditions(ROW, where).join(" and ");
    return `delete from ${sourceOf(this.#table)} ${ROW} where ${conditions} ${this.#returning}`;
  }

  #columns(keys: string[]): Column[] {
    return keys.map((key) => {
      const column = this.#table.columns.get(key);
      if (!column) throw unknownBodyColumn(this.#table.name, key);
      return column;
    });
  }

  #conditions(alias: string, where: Condition[]): string[] {
    if (where.length === 0) return [];
    const writer = new ReadWriter(this.#schema, this.#parameters);
    return [writer.where(bareNode(this.#table, alias, where))];
  }

  /**
   * Writes the body as rows of the table's types: PostgreSQL parses the JSON and refuses wrong
   * values.
   */
  #rows(body: Body, columns: Column[], defaults: boolean): string {
    const json = this.#parameters.bind(body.json);
    const record = columns.map(({ name, type }) => `${quoteIdentifier(name)} ${type}`).join(", ");
    if (columns.length === 0) return `json_array_elements(${json}::json) ${BODY}`;
    if (!defaults) {
      return `json_to_record${body.isArray ? "set" : ""}(${json}::json) ${BODY}(${record})`;
    }
    const objects = body.isArray
      ? `jsonb_array_elements(${json}::jsonb) given(object)`
      : `(select ${json}::jsonb as object) given`;
    return `${objects}, lateral jsonb_to_record(given.object) ${BODY}(${record})`;
  }

  #values(columns: Column[], defaults: boolean): string {
    return columns.map((column) => this.#value(column, defaults)).join(", ");
  }

  /** With `missing=default`, a missing key means the column's default instead of null. */
  #value(column: Column, defaults: boolean): string {
    const given = `${BODY}.${quoteIdentifier(column.name)}`;
    if (!defaults || column.default === null) return given;
    const key = this.#parameters.bind(column.name);
    return `case when given.object ? ${key} then ${given} else ${column.default} end`;
  }

  #onConflict({ columns, resolution }: Conflict, listed: string[]): string {
    const key = columns.map((name) => {
      columnOf(bareNode(this.#table, ROW), name);
      return quoteIdentifier(name);
    });
    const target = key.length > 0 ? ` (${key.join(", ")})` : "";
    if (resolution === "ignore-duplicates" || listed.length === 0) {
      return `on conflict${target} do nothing`;
    }
    const set = listed.map((column) => `${column} = excluded.${column}`).join(", ");
    return `on conflict${target} do update set ${set} where ${countInserted("- 1")}`;
  }

  #returned(names: Set<string>): string {
    if (names.size === 0) return "1";
    const { columns, computed } = this.#table;
    const all = names.has("*");
    return [
      ...(all ? [`${ROW}.*`] : []),
      ...[...names].flatMap((name) => {
        if (computed.has(name) && !columns.has(name)) {
          return [`public.${quoteIdentifier(name)}(${ROW}.*) as ${quoteIdentifier(name)}`];
        }
        return all ? [] : [`${ROW}.${quoteIdentifier(name)}`];
      }),
    ].join(", ");
  }
}

/**
 * Writes a condition that is always true and counts the row. `on conflict do update` subtracts rows
 * that weren't new.
 */
function countInserted(step: "+ 1" | "- 1"): string {
  const sum = `(coalesce(${INSERTED_ROWS}::int, 0) ${step})::text`;
  return `set_config('${INSERTED}', ${sum}, true) is not null`;
}
