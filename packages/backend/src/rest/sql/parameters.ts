/** The values of a statement, in the order of their placeholders. */
export class Parameters {
  readonly values: (string | null)[] = [];

  /** The placeholder that stands for `value`. */
  bind(value: string | null): string {
    return `$${this.values.push(value)}`;
  }
}

/**
 * A name as an SQL identifier. Names come from the schema; only the names that results are
 * given are the client's, and those too can't be anything but a name.
 */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** `{"a","b"}`, whatever the type of its elements: PostgreSQL infers it from the column. */
export function arrayLiteral(values: string[]): string {
  return `{${values.map((value) => `"${value.replaceAll(/["\\]/g, "\\$&")}"`).join(",")}}`;
}
