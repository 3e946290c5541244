/** A refused request: its status, and PostgREST's error body. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  readonly hint: string | null;
  /** True if the answer may change when the database's schema is read again. */
  readonly stale: boolean;
  /** Headers of the answer besides those of every error. */
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: string,
    message: string,
    extra: {
      details?: unknown;
      hint?: string | null | undefined;
      stale?: boolean;
      headers?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: extra.cause });
    this.status = status;
    this.code = code;
    this.details = extra.details ?? null;
    this.hint = extra.hint ?? null;
    this.stale = extra.stale ?? false;
    this.headers = extra.headers ?? {};
  }

  toJSON(): object {
    return { code: this.code, details: this.details, hint: this.hint, message: this.message };
  }
}

/** Creates the error for a part of the query string with wrong syntax. `at` counts from 0. */
export function parseError(subject: string, text: string, at: number, expected: string): ApiError {
  const found = at < text.length ? `"${[...text.slice(at, at + 2)][0]}"` : "end of input";
  return new ApiError(
    400,
    "PGRST100",
    `"failed to parse ${subject} (${text})" (line 1, column ${at + 1})`,
    {
      details: `unexpected ${found} expecting ${expected}`,
    },
  );
}

/** Creates the error for a valid query that exceeds the limits. */
export function tooComplex(what: string): ApiError {
  return new ApiError(400, "PGRST100", `The request has too many ${what}`);
}

/** Creates the error for a list that leads back to a table above it. */
export function ancestorEmbedded(target: string): ApiError {
  const message = `'${target}' can't be embedded as a list below its own rows`;
  return new ApiError(400, "PGRST100", message, {
    hint: "Send a second request for these rows, or use the service key.",
  });
}

/** Creates the error for an answer larger than the limit, with PostgreSQL's code for limits. */
export function answerTooLarge(): ApiError {
  return new ApiError(400, "54000", "The answer would be too large", {
    hint: "Select fewer columns or embedded rows, or use limit.",
  });
}

/** Creates the error for requests beyond the share of their client, or of all clients. */
export function overloaded(): ApiError {
  return new ApiError(503, "PGRST003", "Too many requests at once, try again in a moment");
}

export function invalidBody(message: string): ApiError {
  return new ApiError(400, "PGRST102", message);
}

export function unsupportedContentType(type: string): ApiError {
  return new ApiError(415, "PGRST102", `Content-Type not acceptable: ${type}`);
}

export function bodyTooLarge(): ApiError {
  return new ApiError(413, "PGRST102", "Request body is too large");
}

export function invalidRange(details: string, headers: Record<string, string> = {}): ApiError {
  return new ApiError(416, "PGRST103", "Requested range not satisfiable", { details, headers });
}

/** Creates the error for a list that ends before the requested rows. */
export function offsetBeyond(offset: number, total: number): ApiError {
  const details = `An offset of ${offset} was requested, but there are only ${total} rows.`;
  return invalidRange(details, { "content-range": `*/${total}` });
}

export function invalidFilters(): ApiError {
  const message = "Filters must include all and only primary key columns with 'eq' operators";
  return new ApiError(405, "PGRST105", message);
}

export function unacceptableSchema(schema: string): ApiError {
  return new ApiError(406, "PGRST106", `Invalid schema: ${schema}`, {
    hint: "Only the following schemas are exposed: public",
  });
}

export function unacceptableMedia(types: string[]): ApiError {
  const message = `None of these media types are available: ${types.join(", ")}`;
  return new ApiError(406, "PGRST107", message);
}

export function notEmbedded(name: string): ApiError {
  return new ApiError(400, "PGRST108", `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  });
}

export function limitOnPut(): ApiError {
  const message = "limit/offset querystring parameters are not allowed for PUT";
  return new ApiError(400, "PGRST114", message);
}

export function keyMismatchOnPut(): ApiError {
  const message = "Payload values do not match URL in primary key column(s)";
  return new ApiError(400, "PGRST115", message);
}

export function notSingular(rows: number): ApiError {
  return new ApiError(406, "PGRST116", "Cannot coerce the result to a single JSON object", {
    details: `The result contains ${rows} rows`,
  });
}

export function unsupportedMethod(method: string): ApiError {
  return new ApiError(405, "PGRST117", `Unsupported HTTP method: ${method}`);
}

export function methodNotForCalls(method: string): ApiError {
  return new ApiError(405, "PGRST101", `Cannot use the ${method} method on RPC`);
}

export function orderByMany(origin: string, target: string): ApiError {
  return new ApiError(400, "PGRST118", `A related order on '${target}' is not possible`, {
    details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
  });
}

export function badEmbedFilter(name: string): ApiError {
  return new ApiError(400, "PGRST120", `Bad operator on the '${name}' embedded resource`, {
    details: "Only is null or not is null filters are allowed on embedded resources",
  });
}

export function invalidPreferences(preferences: string[]): ApiError {
  return new ApiError(400, "PGRST122", "Invalid preferences given with handling=strict", {
    details: `Invalid preferences: ${preferences.join(", ")}`,
  });
}

export function aggregatesNotAllowed(): ApiError {
  return new ApiError(400, "PGRST123", "Use of aggregate functions is not allowed");
}

export function tooManyAffected(rows: number): ApiError {
  return new ApiError(400, "PGRST124", "Query result exceeds max-affected preference constraint", {
    details: `The query affects ${rows} rows`,
  });
}

export function invalidPath(): ApiError {
  return new ApiError(404, "PGRST125", "Invalid path specified in request URL");
}

export function maxAffectedOnScalar(): ApiError {
  const message =
    "Function must return SETOF or TABLE when max-affected preference is used with handling=strict";
  return new ApiError(400, "PGRST128", message);
}

export function unknownRelationship(
  origin: string,
  target: string,
  hint: string | undefined,
  suggestion: string | undefined,
): ApiError {
  const using = hint === undefined ? "" : ` using the hint '${hint}'`;
  return new ApiError(
    400,
    "PGRST200",
    `Could not find a relationship between '${origin}' and '${target}' in the schema cache`,
    {
      details:
        `Searched for a foreign key relationship between '${origin}' and '${target}'${using} ` +
        "in the schema 'public', but no matches were found.",
      hint: suggestion && `Perhaps you meant '${suggestion}' instead of '${target}'.`,
      stale: true,
    },
  );
}

export function ambiguousRelationship(
  origin: string,
  target: string,
  found: { details: object; hint: string }[],
): ApiError {
  const hints = found.map(({ hint }) => `'${hint}'`).join(", ");
  return new ApiError(
    300,
    "PGRST201",
    `Could not embed because more than one relationship was found for '${origin}' and '${target}'`,
    {
      details: found.map(({ details }) => details),
      hint:
        `Try changing '${target}' to one of the following: ${hints}. ` +
        "Find the desired relationship in the 'details' key.",
    },
  );
}

/** Creates the error for two embeds of one name, in the words of the statement that PostgREST runs. */
export function embeddedTwice(origin: string, name: string, level: number): ApiError {
  const message = `table name "${origin}_${name}_${level}" specified more than once`;
  return new ApiError(400, "42712", message);
}

export function unknownFunction(
  name: string,
  given: string[],
  body: "json" | "text" | undefined,
  suggestion: string | undefined,
): ApiError {
  const { listed, searched } = describeArguments(given, body);
  return new ApiError(
    404,
    "PGRST202",
    `Could not find the function public.${name}${listed} in the schema cache`,
    {
      details: `Searched for the function public.${name}${searched}, but no matches were found in the schema cache.`,
      hint: suggestion && `Perhaps you meant to call the function public.${suggestion}`,
      stale: true,
    },
  );
}

function describeArguments(
  given: string[],
  body: "json" | "text" | undefined,
): { listed: string; searched: string } {
  if (body === "text") {
    return { listed: "", searched: " with a single unnamed text parameter" };
  }
  const or = body === "json" ? " or with a single unnamed json/jsonb parameter" : "";
  if (given.length === 0) {
    return { listed: " without parameters", searched: ` without parameters${or}` };
  }
  const names = given.join(", ");
  const plural = given.length > 1 ? "s" : "";
  return { listed: `(${names})`, searched: ` with parameter${plural} ${names}${or}` };
}

export function ambiguousFunction(candidates: string[]): ApiError {
  const message = `Could not choose the best candidate function between: ${candidates.join(", ")}`;
  return new ApiError(300, "PGRST203", message, {
    hint: "Try renaming the parameters or the function itself in the database so function overloading can be resolved",
  });
}

/** Creates the error for an unknown column in a body or in `columns`. */
export function unknownBodyColumn(table: string, column: string): ApiError {
  const message = `Could not find the '${column}' column of '${table}' in the schema cache`;
  return new ApiError(400, "PGRST204", message, { stale: true });
}

/** Creates the error for an unknown column in a filter, select or order, as PostgreSQL words it. */
export function unknownColumn(table: string, column: string): ApiError {
  return new ApiError(400, "42703", `column ${table}.${column} does not exist`, { stale: true });
}

export function unknownType(type: string): ApiError {
  return new ApiError(400, "42704", `type "${type}" does not exist`, { stale: true });
}

export function unknownTable(name: string, suggestion: string | undefined): ApiError {
  const message = `Could not find the table 'public.${name}' in the schema cache`;
  return new ApiError(404, "PGRST205", message, {
    hint: suggestion && `Perhaps you meant the table 'public.${suggestion}'`,
    stale: true,
  });
}

/** Hosted projects load `safeupdate`, which refuses to change a whole table at once. */
export function missingWhere(statement: "UPDATE" | "DELETE"): ApiError {
  return new ApiError(400, "21000", `${statement} requires a WHERE clause`);
}
