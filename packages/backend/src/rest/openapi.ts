import { MAX_ROWS } from "./parse/range.ts";
import type { Column, Routine, Schema, Table } from "./schema/types.ts";

/**
 * Returns an OpenAPI 3.1 document of what a role can do, by the privileges that the database has granted to it. It
 * contains no host, which means the host of the request: the `Host` header can't be trusted.
 */
export function openApi(schema: Schema, role: string): object {
  const tables = [...schema.tables.values()].filter(({ roles }) => roles.includes(role));
  const functions = [...schema.functions.values()].flatMap(
    (overloaded) => overloaded.find(({ roles }) => roles.includes(role)) ?? [],
  );
  return {
    openapi: "3.1.0",
    info: { title: "standard public schema", version: "14" },
    servers: [{ url: "/rest/v1" }],
    security: [{ apikey: [] }],
    paths: Object.fromEntries([
      ...tables.map((table) => [`/${table.name}`, tablePath(table, role)]),
      ...functions.map((called) => [`/rpc/${called.name}`, functionPath(called)]),
    ]),
    components: {
      securitySchemes: { apikey: { type: "apiKey", in: "header", name: "apikey" } },
      parameters: PARAMETERS,
      responses: { refused: { description: "Refused", content: json(REFUSAL) } },
      schemas: Object.fromEntries(tables.map((table) => [table.name, rowOf(table, role)])),
    },
  };
}

const query = (name: string, description: string, schema: object = { type: "string" }) => ({
  name,
  in: "query",
  description,
  schema,
});

const PARAMETERS = {
  select: query("select", "Columns and related tables: `id,name,related(id)`"),
  order: query("order", "Columns with `.asc` or `.desc`: `name.asc,id.asc`"),
  limit: query("limit", "The most rows", { type: "integer", minimum: 0, maximum: MAX_ROWS }),
  offset: query("offset", "Rows to skip", { type: "integer", minimum: 0 }),
  or: query("or", "Conditions of which one must hold: `(a.gt.1,and(a.eq.1,id.gt.2))`"),
};

const LIST = Object.keys(PARAMETERS).map((name) => ({ $ref: `#/components/parameters/${name}` }));

const REFUSAL = {
  type: "object",
  properties: Object.fromEntries(
    ["code", "message", "details", "hint"].map((name) => [name, { type: ["string", "null"] }]),
  ),
};

function json(schema: object): object {
  return { "application/json": { schema } };
}

function answers(status: number, description: string, schema?: object): object {
  return {
    [status]: { description, ...(schema && { content: json(schema) }) },
    default: { $ref: "#/components/responses/refused" },
  };
}

function tablePath({ name, comment, grants, columns }: Table, role: string): object {
  const row = { $ref: `#/components/schemas/${name}` };
  const filters = [...columns.values()]
    .filter((column) => isReadable(column, role))
    .map((column) => query(column.name, `A condition on ${column.type}: \`eq.\`, \`in.()\` …`));
  const requestBody = { content: json(row) };
  const operations = {
    select: [
      "get",
      { parameters: [...LIST, ...filters], responses: answers(200, "Rows", listOf(row)) },
    ],
    insert: ["post", { requestBody, responses: answers(201, "Created") }],
    update: ["patch", { parameters: filters, requestBody, responses: answers(204, "Changed") }],
    delete: ["delete", { parameters: filters, responses: answers(204, "Deleted") }],
  } as const;
  return {
    ...(comment && { description: comment }),
    ...Object.fromEntries(
      Object.entries(operations).flatMap(([privilege, [method, operation]]) =>
        grants[privilege]?.includes(role) ? [[method, { tags: [name], ...operation }]] : [],
      ),
    ),
  };
}

const listOf = (items: object) => ({ type: "array", items });

function functionPath({ name, comment, parameters, volatility, returns }: Routine): object {
  const operation = {
    tags: [`(rpc) ${name}`],
    ...(comment && { description: comment }),
    responses: answers(200, "The result", returns.set ? listOf({}) : undefined),
  };
  const body = {
    type: "object",
    required: parameters.flatMap(({ name, required }) => (required ? [name] : [])),
    properties: Object.fromEntries(parameters.map(({ name, type }) => [name, typeOf(type)])),
  };
  return {
    // What may write is called by POST only.
    ...(volatility !== "volatile" && {
      get: {
        ...operation,
        parameters: parameters.map(({ name, type, required }) => ({
          ...query(name, type, typeOf(type)),
          required,
        })),
      },
    }),
    post: { ...operation, requestBody: { content: json(body) } },
  };
}

function rowOf({ columns, grants }: Table, role: string): object {
  const isWritten = ["insert", "update"].some((privilege) => grants[privilege]?.includes(role));
  const shown = [...columns.values()].filter((column) => isWritten || isReadable(column, role));
  return {
    type: "object",
    properties: Object.fromEntries(
      shown.map(({ name, type, nullable }) => [
        name,
        nullable ? { anyOf: [typeOf(type), { type: "null" }] } : typeOf(type),
      ]),
    ),
  };
}

const isReadable = ({ readers }: Column, role: string) => readers?.includes(role) ?? false;

/** The JSON of a type; an object without keys is any value. */
function typeOf(type: string): object {
  if (type.endsWith("[]")) return listOf(typeOf(type.slice(0, -2)));
  return JSON_TYPES.get(type.replace(/\(.*\)/, "")) ?? {};
}

const JSON_TYPES = new Map<string, object>([
  ["boolean", { type: "boolean" }],
  ["smallint", { type: "integer" }],
  ["integer", { type: "integer" }],
  ["bigint", { type: "integer" }],
  ["numeric", { type: "number" }],
  ["real", { type: "number" }],
  ["double precision", { type: "number" }],
  ["text", { type: "string" }],
  ["character varying", { type: "string" }],
  ["uuid", { type: "string", format: "uuid" }],
  ["date", { type: "string", format: "date" }],
  ["timestamp with time zone", { type: "string", format: "date-time" }],
]);
