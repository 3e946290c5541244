import { similarTexts } from "@maillotheque/backend";

import { flat, type Statement } from "./statements.ts";
import { firingOrder, functionOf, momentOf } from "./triggers.ts";

const DEFINITION = /^create (?!trigger|policy)/;

/** True if a statement is about an object: its own, or one of a list (`grant … on a, b`). */
function isAbout({ kind, name, text }: Statement, object: string): boolean {
  if (/^(create|comment on) (policy|constraint|trigger)$/.test(kind)) {
    return name.endsWith(` on ${object}`);
  }
  if (kind === "create index") return flat(text).includes(` on ${object} `);
  if (kind === "comment on column") return name.startsWith(`${object}.`);
  if (kind === "insert into" || kind === "alter table") return name === object;
  return name.split(/[\s,(]+/).includes(object);
}

const place = ({ file, line }: Statement) => `supabase/schemas/${file}:${line}`;

const written = ({ comment, text }: Statement) => `${comment ? `${comment}\n` : ""}${text};`;

/** The objects whose name, with or without its schema, is the given one. */
export function findObjects(schema: Statement[], name: string): string[] {
  const matches = schema.filter(
    (each) =>
      DEFINITION.test(each.kind) && (each.name === name || each.name.split(".")[1] === name),
  );
  return [...new Set(matches.map((each) => each.name))];
}

/** The objects with the most similar names; the schema before a name counts for nothing. */
export function suggest(schema: Statement[], name: string): string[] {
  const byName = Map.groupBy(
    new Set(schema.filter(({ kind }) => DEFINITION.test(kind)).map((each) => each.name)),
    (each) => each.replace(/^\w+\./, ""),
  );
  return similarTexts(name.replace(/^\w+\./, ""), byName.keys())
    .slice(0, 5)
    .flatMap((found) => byName.get(found.name)!);
}

/** A function's text on one line, without the comments inside of its body. */
const bodyOf = ({ text }: Statement) => flat(text.replaceAll(/--[^\n]*/g, ""));

/** The functions of the schema that a function calls, itself apart, in the order of their first call. */
function callsOf(statement: Statement, functions: Statement[]): Statement[] {
  const body = bodyOf(statement);
  const at = (name: string) => body.search(new RegExp(`\\b${name}\\(`));
  return functions
    .map((each) => ({ each, place: each.name === statement.name ? -1 : at(each.name) }))
    .filter(({ place }) => place >= 0)
    .sort((one, other) => one.place - other.place)
    .map(({ each }) => each);
}

/** The tables that a function writes by itself. */
function writesOf(statement: Statement): string[] {
  const written = bodyOf(statement).matchAll(
    /\b(?:insert into|update|delete from|merge into) ((?:public|private)\.\w+)/g,
  );
  return [...new Set([...written].map(([, table]) => table!))];
}

/** All functions that a function calls, and those that they call, with the depth of the call. */
function callTree(start: Statement, functions: Statement[]): string[] {
  const seen = new Set([start.name]);
  const lines: string[] = [];
  const visit = (from: Statement, depth: number) => {
    for (const called of callsOf(from, functions)) {
      const known = seen.has(called.name);
      lines.push(`${"  ".repeat(depth)}${called.name}  ${known ? "(above)" : place(called)}`);
      seen.add(called.name);
      if (!known) visit(called, depth + 1);
    }
  };
  visit(start, 1);
  return lines;
}

function triggersOf(schema: Statement[], table: string): string[] {
  const own = schema.filter(
    ({ kind, name }) => kind === "create trigger" && name.endsWith(` on ${table}`),
  );
  return firingOrder(own).map((trigger) => {
    const executed = schema.find(
      ({ kind, name }) => kind === "create function" && name === functionOf(trigger),
    );
    const where = executed ? place(executed) : "";
    return `  ${momentOf(trigger)}: ${trigger.name.split(" ")[0]} executes ${functionOf(trigger)}  ${where}`;
  });
}

/** An object as the schema has it: its statements with their places, and what it leads to. */
export function show(schema: Statement[], object: string): string {
  const own = schema.filter(
    (each) => isAbout(each, object) && !/^(create|comment on) trigger$/.test(each.kind),
  );
  const functions = schema.filter(({ kind }) => kind === "create function");
  const parts = own.map((each) => `-- ${place(each)}\n${written(each)}`);
  const triggers = triggersOf(schema, object);
  if (triggers.length > 0) {
    parts.push(`-- triggers, in the order in which they fire\n${triggers.join("\n")}`);
  }
  for (const defined of own.filter(({ kind }) => kind === "create function")) {
    const calls = callTree(defined, functions);
    if (calls.length > 0) parts.push(`-- calls, in order\n${calls.join("\n")}`);
    const tables = writesOf(defined);
    if (tables.length > 0) {
      const lines = tables.map((table) => `  npm run schema -- show ${table}`);
      parts.push(`-- writes tables, whose triggers follow\n${lines.join("\n")}`);
    }
  }
  return `${parts.join("\n\n")}\n`;
}
