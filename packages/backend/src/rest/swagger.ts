import type { Column, Schema, Table } from "./schema/types.ts";

/**
 * Returns the small OpenAPI 2.0 document of the objects that a role can use, which PostgREST has at its root, too. It contains
 * no host, which means the host of the request: the `Host` header can't be trusted.
 */
export function swagger(schema: Schema, role: string): object {
  const tables = [...schema.tables.values()].filter(({ roles }) => roles.includes(role));
  const functions = [...schema.functions.values()].flatMap((overloaded) =>
    overloaded.filter(({ roles }) => roles.includes(role)),
  );
  return {
    swagger: "2.0",
    info: { title: "standard public schema", version: "14" },
    basePath: "/rest/v1",
    consumes: ["application/json"],
    produces: ["application/json", "application/vnd.pgrst.object+json", "text/csv"],
    paths: Object.fromEntries([
      ...tables.map((table) => [`/${table.name}`, tablePath(table)]),
      ...functions.map(({ name }) => [`/rpc/${name}`, functionPath(name)]),
    ]),
    definitions: Object.fromEntries(tables.map((table) => [table.name, definition(table)])),
  };
}

function tablePath({ name, isView }: Table): object {
  const tags = [name];
  const read = {
    tags,
    responses: { 200: { description: "OK" }, 206: { description: "Partial Content" } },
  };
  if (isView) return { get: read };
  const changed = { tags, responses: { 204: { description: "No Content" } } };
  return {
    get: read,
    post: { tags, responses: { 201: { description: "Created" } } },
    patch: changed,
    delete: changed,
  };
}

function functionPath(name: string): object {
  return { post: { tags: [`(rpc) ${name}`], responses: { 200: { description: "OK" } } } };
}

function definition({ columns }: Table): object {
  const all = [...columns.values()];
  return {
    type: "object",
    required: all
      .filter((column) => !column.nullable && column.default === null)
      .map(({ name }) => name),
    properties: Object.fromEntries(all.map((column) => [column.name, property(column)])),
  };
}

function property({ type }: Column): object {
  return { format: type, ...(JSON_TYPES.has(type) && { type: JSON_TYPES.get(type) }) };
}

const JSON_TYPES = new Map([
  ["boolean", "boolean"],
  ["smallint", "integer"],
  ["integer", "integer"],
  ["bigint", "integer"],
  ["numeric", "number"],
  ["real", "number"],
  ["double precision", "number"],
  ["text", "string"],
  ["uuid", "string"],
]);
