import { flat, type Statement } from "./statements.ts";

const MOMENTS = ["before statement", "before row", "after row", "after statement"];

/** "before row": when a trigger fires. Without `for each row` it fires per statement. */
function momentOf({ text }: Pick<Statement, "text">): string {
  const line = flat(text);
  const time = / (before|after) /.exec(line)![1];
  return `${time} ${/ for each row/.test(line) ? "row" : "statement"}`;
}

/** The triggers of a table as PostgreSQL fires them: by moment, then by name. */
export function firingOrder(triggers: Statement[]): Statement[] {
  const key = (trigger: Statement) => `${MOMENTS.indexOf(momentOf(trigger))} ${trigger.name}`;
  return triggers.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
}
