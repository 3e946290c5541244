import { tooComplex } from "../errors.ts";
import { field, name, names } from "./field.ts";
import { looksLikeTest, parseTest } from "./filter.ts";
import { parseGroup, type Condition } from "./logic.ts";
import { parseOrder, type OrderTerm } from "./order.ts";
import { parseLimit, parseOffset, type Slice } from "./range.ts";
import { Scanner } from "./scanner.ts";
import { parseSelect, type SelectItem } from "./select.ts";

/**
 * A parameter that applies to the embedded resource at `path`; the empty path is the requested
 * resource.
 */
export interface At<T> {
  path: string[];
  value: T;
}

/** The query string of a request, parsed. */
export interface Query {
  select: SelectItem[];
  conditions: At<Condition>[];
  orders: At<OrderTerm[]>[];
  slices: At<Slice>[];
  columns?: string[];
  onConflict?: string[];
  /** Arguments of a function called by GET: all parameters that are not filters. */
  arguments: [name: string, value: string][];
}

const MOST_PARAMETERS = 200;

/**
 * Parses the query string.
 * @param call true for a function, whose arguments are among the filters
 * @throws {ApiError} PGRST100 at the first syntax error
 */
export function parseQuery(parameters: URLSearchParams, call: boolean): Query {
  if (parameters.size > MOST_PARAMETERS) throw tooComplex("query parameters");
  const query: Query = {
    select: [{ kind: "column", field: { name: "*", path: [] } }],
    conditions: [],
    orders: [],
    slices: [],
    arguments: [],
  };
  for (const [key, value] of parameters) parameter(query, key, value, call);
  return query;
}

function parameter(query: Query, key: string, value: string, call: boolean): void {
  switch (key) {
    case "select":
      if (value !== "") query.select = parseSelect(value);
      return;
    case "columns":
      query.columns = names(new Scanner(value, "columns parameter"));
      return;
    case "on_conflict":
      query.onConflict = names(new Scanner(value, "on_conflict parameter"));
      return;
    // Gateways accept the API key as a parameter; it is not a column.
    case "apikey":
      return;
  }
  const last = key.slice(key.lastIndexOf(".") + 1);
  switch (last) {
    case "order":
      if (value !== "") query.orders.push({ path: pathOf(key), value: parseOrder(value) });
      return;
    case "limit":
      query.slices.push({ path: pathOf(key), value: { limit: parseLimit(value) } });
      return;
    case "offset":
      query.slices.push({ path: pathOf(key), value: { offset: parseOffset(value) } });
      return;
    case "and":
    case "or": {
      const path = pathOf(key);
      const not = path.includes("not");
      const group = parseGroup(last, not, value);
      query.conditions.push({ path: path.filter((step) => step !== "not"), value: group });
      return;
    }
  }
  if (call && !looksLikeTest(value)) {
    query.arguments.push([key, value]);
    return;
  }
  const { path, tested } = target(key);
  query.conditions.push({ path, value: { kind: "filter", field: tested, ...parseTest(value) } });
}

/** `teams.players.order` → `teams`, `players` */
function pathOf(key: string): string[] {
  const scanner = new Scanner(key, "tree path");
  const steps: string[] = [];
  do steps.push(name(scanner));
  while (scanner.accept("."));
  scanner.end();
  return steps.slice(0, -1);
}

/** `teams.data->name` → path `teams` and field `data->name` */
function target(key: string): { path: string[]; tested: ReturnType<typeof field> } {
  const scanner = new Scanner(key, "tree path");
  const path: string[] = [];
  for (;;) {
    const tested = field(scanner);
    if (tested.path.length > 0 || !scanner.accept(".")) {
      scanner.end();
      return { path, tested };
    }
    path.push(tested.name);
  }
}
