import { tooComplex } from "../errors.ts";
import { field, name, type Field } from "./field.ts";
import { Scanner } from "./scanner.ts";

/** An item of `select=`. */
export type SelectItem = SelectColumn | SelectEmbed;

export interface SelectColumn {
  kind: "column";
  /** `*` stands for every column. */
  field: Field;
  alias?: string;
  cast?: string;
  aggregate?: string;
}

/** Related rows: `alias:target!hint!inner(items)` or `...target(items)`. */
export interface SelectEmbed {
  kind: "embed";
  /** A table, a foreign key column or a constraint. */
  target: string;
  alias?: string;
  hint?: string;
  /** Leaves out rows without related rows. */
  inner: boolean;
  /** Puts the related row's columns beside the others instead of into a nested object. */
  spread: boolean;
  items: SelectItem[];
}

/** Maximum depth and number of embeds, to limit PostgreSQL's planning. */
const MAX_EMBED_DEPTH = 8;
const MOST_ITEMS = 500;
const MOST_EMBEDS = 50;

const CAST = /[\w $\u0080-\uffff]+/y;
const AGGREGATE = /\.(sum|avg|count|max|min)\(\)/y;

/**
 * Parses the value of `select`.
 * @throws {ApiError} PGRST100
 */
export function parseSelect(text: string): SelectItem[] {
  const scanner = new Scanner(text, "select parameter");
  const found = new SelectParser(scanner).items(0);
  scanner.end();
  return found;
}

class SelectParser {
  readonly #scanner: Scanner;
  #items = 0;
  #embeds = 0;

  constructor(scanner: Scanner) {
    this.#scanner = scanner;
  }

  items(depth: number): SelectItem[] {
    const scanner = this.#scanner;
    const found: SelectItem[] = [];
    scanner.skipSpace();
    if (scanner.done || scanner.sees(")")) return found;
    do {
      if ((this.#items += 1) > MOST_ITEMS) throw tooComplex("selected columns");
      scanner.skipSpace();
      found.push(this.#item(depth));
      scanner.skipSpace();
    } while (scanner.accept(","));
    return found;
  }

  #item(depth: number): SelectItem {
    const scanner = this.#scanner;
    if (scanner.accept("...")) return this.#embed(name(scanner), undefined, depth, true);
    if (scanner.accept("*")) return { kind: "column", field: { name: "*", path: [] } };
    let start = scanner.at;
    let first = name(scanner);
    let alias: string | undefined;
    if (!scanner.sees("::") && scanner.accept(":")) {
      alias = first;
      start = scanner.at;
      first = name(scanner);
    }
    if (first === "count" && scanner.accept("()")) {
      return { ...this.#column({ name: "*", path: [] }, alias), aggregate: "count" };
    }
    if (scanner.sees("!") || scanner.sees("(")) return this.#embed(first, alias, depth, false);
    scanner.at = start;
    return this.#column(field(scanner), alias);
  }

  #column(selected: Field, alias: string | undefined): SelectColumn {
    const scanner = this.#scanner;
    const cast = this.#cast();
    const aggregate = scanner.match(AGGREGATE)?.[1];
    if (aggregate) this.#cast();
    scanner.skipSpace();
    if (!scanner.done && !scanner.sees(",") && !scanner.sees(")")) {
      scanner.fail('"->>", "->", "::", ")", "," or end of input');
    }
    return { kind: "column", field: selected, alias, cast, aggregate };
  }

  #cast(): string | undefined {
    if (!this.#scanner.accept("::")) return undefined;
    return this.#scanner.match(CAST)?.[0].trim() || this.#scanner.fail("letter or digit");
  }

  #embed(target: string, alias: string | undefined, depth: number, spread: boolean): SelectEmbed {
    const scanner = this.#scanner;
    if (depth === MAX_EMBED_DEPTH) throw tooComplex("levels of embedding");
    if ((this.#embeds += 1) > MOST_EMBEDS) throw tooComplex("embedded resources");
    let hint: string | undefined;
    let inner = false;
    while (scanner.accept("!")) {
      const parameter = name(scanner);
      if (parameter === "inner") inner = true;
      else if (parameter !== "left") hint ??= parameter;
    }
    scanner.expect("(");
    const items = this.items(depth + 1);
    scanner.expect(")");
    return { kind: "embed", target, alias, hint, inner, spread, items };
  }
}
