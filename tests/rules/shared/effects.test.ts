import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { readSchema, flat } from "../../support/schema/statements.ts";

const SCHEMA = readSchema();
const DOCUMENT = readFileSync(join(import.meta.dirname, "../../../docs/effects.md"), "utf8");

const TABLES = ["jerseys", "jersey_images", "jersey_votes", "copies", "user_collections"];

interface Effect {
  trigger: string;
  calls: string[];
}

/** The rows of the document; "the same" stands for the calls of the row before. */
function documented(): Effect[] {
  const effects: Effect[] = [];
  for (const [, trigger, , calls] of DOCUMENT.matchAll(/^\| `(\w+)` \|([^|]*)\|([^|]*)\|/gm)) {
    effects.push({
      trigger: trigger!,
      calls: calls!.includes("the same")
        ? effects.at(-1)!.calls
        : [...calls!.matchAll(/`(\w+)`/g)].map(([, name]) => name!),
    });
  }
  return effects;
}

/** The functions that a trigger's function calls, each once, in the order of their first call. */
function callsOf(trigger: string): string[] {
  const [, name] = /execute function (private\.\w+)/.exec(trigger)!;
  const body = SCHEMA.find((each) => each.kind === "create function" && each.name === name)!.text;
  const calls = flat(body.slice(body.indexOf("as $$"))).matchAll(
    /\b(?:(?:private|public)\.(\w+)|(pg_notify))\(/g,
  );
  return [...new Set([...calls].map(([, ours, notify]) => (ours ?? notify)!))];
}

test("docs/effects.md lists the triggers in their order, and what each calls in which order", () => {
  const defined = TABLES.flatMap((table) =>
    SCHEMA.filter(
      ({ kind, name }) => kind === "create trigger" && name.endsWith(` on public.${table}`),
    ).map(({ name, text }) => ({ trigger: name.split(" ")[0]!, calls: callsOf(flat(text)) })),
  );
  expect(documented()).toEqual(defined);
});
