import { readSchemaFile, schemaFiles } from "../../../scripts/migration/schema-files.ts";

/** A statement of a schema file. */
export interface Statement {
  /** "create function", "comment on table", "grant", … */
  kind: string;
  /** The object with its schema; a policy or trigger with its table: `jerseys_guard on public.jerseys`. */
  name: string;
  /** Its file, from `supabase/schemas` on. */
  file: string;
  line: number;
  /** Without the semicolon at its end. */
  text: string;
  /** The comment right before it. */
  comment: string;
}

/**
 * What belongs together in SQL: a comment, quoted text, a quoted name, dollar quotes, a body without
 * quotes. Else one character.
 */
const TOKEN =
  /--[^\n]*|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[^]*?\1|\bbegin atomic\b[^]*?^end\b|[^]/gm;

/** A name with or without quotes, after the words before it. */
const NAME = String.raw`("(?:[^"]|"")*"|[\w.]+)`;
const FORMS: [RegExp, (found: RegExpExecArray) => [kind: string, name: string]][] = [
  [
    // A policy or trigger belongs to a table.
    new RegExp(`^create (?:or replace )?(policy|trigger) ${NAME}.*? on ${NAME}`),
    ([, kind, name, table]) => [`create ${kind}`, `${name} on ${table}`],
  ],
  [
    new RegExp(`^comment on (policy|trigger|constraint) ${NAME} on ${NAME}`),
    ([, kind, name, table]) => [`comment on ${kind}`, `${name} on ${table}`],
  ],
  [
    new RegExp(`^create (?:unique )?index (?:concurrently )?${NAME} on ${NAME}`),
    // An index is in its table's schema, and named without it.
    ([, name, table]) => ["create index", `${table!.replace(/\w+$/, "")}${name}`],
  ],
  [
    new RegExp(
      `^(create|comment on|alter|drop) (?:or replace |unlogged )?(table|view|function|type|schema|extension|index|column) (?:if (?:not )?exists )?${NAME}`,
    ),
    ([, verb, kind, name]) => [`${verb} ${kind}`, name!],
  ],
  [new RegExp(`^insert into ${NAME}`), ([, name]) => ["insert into", name!]],
  [/^(grant|revoke) .*? on (.+?) (?:to|from) /, ([, kind, names]) => [kind!, names!]],
];

/** `words text[]`, `attempt integer`: what a function takes. */
export function parametersOf({ text }: Pick<Statement, "text">): string[] {
  const line = flat(text);
  let depth = 0;
  let end = line.indexOf("(") + 1;
  const starts = [end];
  for (; depth >= 0; end += 1) {
    if (line[end] === "(") depth += 1;
    else if (line[end] === ")") depth -= 1;
    else if (line[end] === "," && depth === 0) starts.push(end + 1);
  }
  return starts
    .map((start, index) => line.slice(start, (starts[index + 1] ?? end) - 1).trim())
    .filter(Boolean);
}

/** SQL on one line without comments, so that words can be looked for. */
export function flat(sql: string): string {
  return sql
    .replaceAll(TOKEN, (token) => (token.startsWith("--") ? "" : token))
    .replaceAll(/\s+/g, " ")
    .trim();
}

function nameOf(text: string): [kind: string, name: string] {
  const line = flat(text);
  for (const [form, read] of FORMS) {
    const found = form.exec(line);
    if (found) return read(found);
  }
  return [/^\w*/.exec(line)![0], ""];
}

/** The statements of a file of SQL, in order. */
function parseStatements(sql: string, file: string): Statement[] {
  const statements: Statement[] = [];
  let text = "";
  const end = (index: number) => {
    const [comment, body] = withoutHead(text);
    if (body) {
      const line = sql.slice(0, index - body.length).split("\n").length;
      const [kind, name] = nameOf(body);
      statements.push({ kind, name, file, line, text: body, comment });
    }
    text = "";
  };
  for (const { 0: token, index } of sql.matchAll(TOKEN)) {
    if (token === ";") end(index);
    else text += token;
  }
  end(sql.trimEnd().length);
  return statements;
}

/** Every statement of the schema, in the order in which they run. */
export function readSchema(): Statement[] {
  return schemaFiles().flatMap((file) => parseStatements(readSchemaFile(file), file));
}

/** Splits what stands before a semicolon into its comment and the statement. */
function withoutHead(text: string): [comment: string, body: string] {
  const body = text.replace(/^(?:\s+|--[^\n]*)*/, "").trimEnd();
  const head = text.slice(0, text.length - text.trimStart().length + text.trim().length);
  const before = head.slice(0, head.length - body.length).split(/\n[ \t]*\n/);
  return [before.at(-1)!.trim(), body];
}
