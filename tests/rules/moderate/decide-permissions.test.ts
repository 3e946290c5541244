import { beforeAll, describe, expect, it } from "vitest";

import { REMOVE } from "../support/merge.ts";
import type { Persona, Scenario } from "../support/rules.ts";
import {
  contest,
  decide,
  no,
  photoOf,
  queue,
  shown,
  suggest,
  yes,
} from "../support/suggestions.ts";
import { addFiles, setUpRules } from "../support/fixture.ts";

// Who reads, decides, withdraws and contests what waits, of every kind and in every state.

const { rules, fixture } = setUpRules(["reviewer", "otherReviewer", "member", "trusted"]);

beforeAll(async () => {
  await addFiles(rules, rules.ids.owner, ["un.webp"]);
  await addFiles(rules, rules.ids.member, ["dos.webp"]);
  await earnTrust();
});

async function earnTrust() {
  await rules.system(
    `insert into suggestions (target_type, target_id, title, member_id, changes, was, words, source, status, decided_at)
     select 'jersey', $2, 'Maillot', $1, '{}', '{}', '{}', 'Vu sur la photo', 'accepted', now() - interval '1 day'
     from generate_series(1, 20)`,
    [rules.ids.trusted, fixture.team],
  );
}

/** The suggester is the author of the jersey where the kind is theirs: an edit of their own. */
const ROLES = [
  "visitor",
  "suggester",
  "author",
  "other",
  "trusted",
  "reviewer",
  "second",
  "admin",
  "suspended, a reviewer",
  "suggester, a reviewer",
  "author, a reviewer",
  "suggester, an administrator",
] as const;

interface Case {
  suggester: "member" | "owner" | "trusted";
  id: string;
}

/** Runs a test as each role, each from the same state. */
async function each(
  scenario: Scenario,
  { suggester }: Case,
  act: (persona: Persona) => Promise<string>,
): Promise<string[]> {
  const personas = {
    visitor: "visitor",
    suggester,
    author: "owner",
    other: "stranger",
    trusted: "trusted",
    reviewer: "reviewer",
    second: "otherReviewer",
    admin: "admin",
    suspended: "stranger",
  } as const;
  const found: string[] = [];
  for (const role of ROLES) {
    const [name, granted] = role.split(", an ").flatMap((part) => part.split(", a "));
    const persona = personas[name as keyof typeof personas];
    await scenario.system("savepoint role");
    if (name === "suspended") {
      await scenario.system("update auth.users set banned_until = 'infinity' where id = $1", [
        rules.ids.stranger,
      ]);
    }
    if (granted) {
      await scenario.system("insert into user_roles (user_id, role) values ($1, $2)", [
        rules.ids[persona as "member"],
        granted === "reviewer" ? "reviewer" : "admin",
      ]);
    }
    found.push(await act(persona));
    await scenario.system("rollback to savepoint role");
  }
  return found;
}

/** "+" if it is done, otherwise the error, without what all of them begin with. */
const said = (deed: Promise<unknown>): Promise<string> =>
  deed.then(
    () => "+",
    (error: { code: string; message: string }) =>
      error.code === "42501"
        ? "denied"
        : error.message.replace(/^(suggestion|moderation|jersey)_/, ""),
  );

const ACTS: Record<string, (scenario: Scenario, one: Case, persona: Persona) => Promise<string>> = {
  reads: async ({ outcome }, { id }, persona) => {
    const rows = await outcome(persona, "select from suggestions where id = $1", [id]);
    return { 0: "-", 1: "+" }[rows] ?? "denied";
  },
  queue: (scenario, { id }, persona) =>
    queue(scenario, {}, persona)
      .then(async (rows) => [...rows, ...(await queue(scenario, { to_check: true }, persona))])
      .then(
        (rows) => {
          const row = rows.find((one) => one.id === id);
          return row ? (row.is_mine ? "mine" : "+") : "-";
        },
        () => "denied",
      ),
  decides: (scenario, { id }, by) => said(decide(scenario, id, yes, { by })),
  withdraws: ({ as }, { id }, persona) => said(as(persona, "select withdraw_suggestion($1)", [id])),
  contests: (scenario, { id }, persona) => said(contest(scenario, id, persona)),
};

const KINDS: Record<string, (scenario: Scenario) => Promise<Case>> = {
  "an edit by its author": async ({ as, system }) => {
    await as("owner", "update jerseys set title = 'Autre', edition = 'Finale' where id = $1", [
      fixture.approved,
    ]);
    const { rows } = await system("select id from suggestions where status = 'open'");
    return { suggester: "owner", id: rows[0].id };
  },
  "an edit": async (scenario) => {
    const { id } = await suggest(scenario, {
      target: fixture.approved,
      changes: { year: 1976, edition: "Finale" },
    });
    return { suggester: "member", id };
  },
  photos: async (scenario) => {
    const photos = [photoOf(rules.ids.member, "dos")];
    const { id } = await suggest(scenario, { target: fixture.approved, photos });
    return { suggester: "member", id };
  },
  "a merge": async (scenario) => {
    await scenario.system("update jerseys set is_active = true where id = $1", [fixture.inactive]);
    const changes = { merge_into: fixture.inactive };
    const { id } = await suggest(scenario, { target: fixture.approved, changes });
    return { suggester: "member", id };
  },
  "a trusted member's small correction": async (scenario) => {
    const { id } = await suggest(scenario, {
      as: "trusted",
      target: fixture.approved,
      changes: { year: 1976 },
    });
    return { suggester: "trusted", id };
  },
  "a removal": async (scenario) => {
    const { id } = await suggest(scenario, {
      target: fixture.approved,
      changes: { removal: null },
    });
    return { suggester: "member", id };
  },
};

const STATES: Record<string, (scenario: Scenario, one: Case) => Promise<unknown>> = {
  open: async () => undefined,
  accepted: (scenario, { id }) => decide(scenario, id, yes),
  partly: async (scenario, { id }) => {
    const [first, ...others] = (await shown(scenario, id)).pending;
    await decide(scenario, id, {
      [first!]: yes,
      ...Object.fromEntries(others.map((key) => [key, no])),
    });
  },
  refused: (scenario, { id }) => decide(scenario, id, no),
  contested: async (scenario, one) => {
    await decide(scenario, one.id, no);
    await contest(scenario, one.id, one.suggester);
  },
  withdrawn: ({ as }, { id, suggester }) => as(suggester, "select withdraw_suggestion($1)", [id]),
  outdated: ({ system }) => system("delete from jerseys where id = $1", [fixture.approved]),
  held: ({ as }) => as("admin", REMOVE, [fixture.approved]),
  "to check": async () => undefined,
  seen: (scenario, { id }) => decide(scenario, id, yes),
  undone: (scenario, { id }) => decide(scenario, id, no),
};

/**
 * Of each state: whether it waits, what reviewers get who decide (who decided before, another one, an administrator), and its
 * member who withdraws it and who contests.
 */
const TABLE = `
  open       yes  +                +       +       +        contested
  accepted   no   decided          decided decided decided  contested
  partly     no   decided          decided decided decided  +
  refused    no   decided          decided decided decided  +
  contested  yes  another_reviewer +       +       +        contested
  withdrawn  no   decided          decided decided decided  contested
  outdated   no   decided          decided decided decided  contested
  held       no   held             held    held    +        contested
  to_check   yes  +                +       +       decided  contested
  seen       no   decided          decided decided decided  contested
  undone     no   decided          decided decided decided  contested`;

const rows = TABLE.trim()
  .split("\n")
  .map((line) => line.trim().split(/\s+/) as [string, ...string[]]);

/** What each role gets. */
function expected(kind: string, [state, waits, first, second, admin, member, contests]: string[]) {
  const reviewing = ([mine, ...others]: string[]) => [
    ...Array(5).fill("denied"),
    ...others,
    "denied",
    mine,
    mine,
    // An administrator decides on their own as on others'.
    others[2],
  ];
  const ownOnly = (theirs: string) =>
    ROLES.map((role) =>
      /visitor|suspended/.test(role)
        ? "denied"
        : role.startsWith("suggester")
          ? theirs
          : "not_found",
    );
  const table: Record<string, string[]> = {
    reads: ROLES.map((role) =>
      role === "visitor"
        ? "denied"
        : /suggester|^rev|^auth.*rev|second|admin/.test(role)
          ? "+"
          : "-",
    ),
    queue: reviewing(
      waits === "yes"
        ? ["mine", first === "another_reviewer" ? "mine" : "+", "+", "+"]
        : ["-", "-", "-", "-"],
    ),
    decides: reviewing(["own", first!, second!, admin!]),
    withdraws: ownOnly(member!),
    contests: ownOnly(contests!),
  };
  // Its jersey is gone, and whose it was.
  if (state === "outdated") table.decides![ROLES.indexOf("author, a reviewer")] = "decided";
  const isSame = kind.includes("author")
    ? "author"
    : kind.includes("trusted")
      ? "trusted"
      : undefined;
  return Object.fromEntries(
    Object.entries(table).map(([act, outcomes]) => [
      act,
      // Two roles of one member.
      ROLES.map((role, place) =>
        isSame && role.startsWith(isSame)
          ? outcomes[ROLES.findIndex((other) => other === role.replace(isSame, "suggester"))]
          : outcomes[place],
      ),
    ]),
  );
}

describe.each(Object.keys(KINDS))("%s", (kind) => {
  const isTrusted = kind.includes("trusted");
  const reached = rows.filter(
    ([state]) =>
      isTrusted === ["to_check", "seen", "undone"].includes(state) &&
      (state !== "partly" || kind.includes("edit")),
  );

  it.each(reached)("that is %s", (state, ...cells) =>
    rules.scenario(async (scenario) => {
      const one = await KINDS[kind]!(scenario);
      await STATES[state.replace("_", " ")]!(scenario, one);
      const table = expected(kind, [state, ...cells]);
      for (const [act, run] of Object.entries(ACTS)) {
        const found = await each(scenario, one, (persona) => run(scenario, one, persona));
        expect(found, act).toEqual(table[act]);
      }
    }),
  );
});

/** State, act, and what each role gets. */
const linesOf = (table: string) =>
  table
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s{2,}/) as [string, string, string]);

/** Rows that were written, "-" for none. */
const rowsOf = async (outcome: Promise<number | string>) => {
  const rows = await outcome;
  return rows === 0 ? "-" : rows === 1 ? "+" : rows === "42501" ? "denied" : String(rows);
};

describe("a submission", () => {
  const id = () => fixture.pending;
  const acts: typeof ACTS = {
    reads: ({ outcome }, one, persona) =>
      rowsOf(outcome(persona, "select from jerseys where id = $1", [one.id])),
    queue: ACTS.queue!,
    // The specification's door decides like `decide()`.
    decides: async (scenario, one, by) => {
      await scenario.system("savepoint door");
      const door = await said(scenario.as(by, "select moderate_jersey($1, 'approved')", [one.id]));
      await scenario.system("rollback to savepoint door");
      expect(await said(decide(scenario, one.id, { jersey: yes }, { by }))).toBe(door);
      return door;
    },
    changes: ({ outcome }, one, persona) =>
      rowsOf(outcome(persona, "update jerseys set title = 'Autre' where id = $1", [one.id])),
    deletes: ({ outcome }, one, persona) =>
      rowsOf(outcome(persona, "delete from jerseys where id = $1", [one.id])),
  };
  const states: Record<string, (scenario: Scenario) => Promise<unknown>> = {
    pending: async () => undefined,
    approved: (scenario) => decide(scenario, id(), yes),
    rejected: (scenario) => decide(scenario, id(), no),
    "rejected and changed": async (scenario) => {
      await decide(scenario, id(), no);
      await scenario.as("owner", "update jerseys set edition = 'Finale' where id = $1", [id()]);
    },
  };
  it.each(
    linesOf(`
  pending               reads    - + + - - + + + - + + +
  pending               queue    denied denied denied denied denied + + + denied mine mine +
  pending               decides  denied denied denied denied denied + + + denied own own +
  pending               changes  denied + + - - - - + denied + + +
  pending               deletes  denied + + - - - - + denied + + +
  approved              reads    + + + + + + + + + + + +
  approved              queue    denied denied denied denied denied - - - denied - - -
  approved              decides  denied denied denied denied denied already_decided already_decided already_decided denied own own already_decided
  approved              changes  denied + + - - - - + denied + + +
  approved              deletes  denied + + - - - - PT409 denied + + +
  rejected              reads    - + + - - + + + - + + +
  rejected              queue    denied denied denied denied denied - - - denied - - -
  rejected              decides  denied denied denied denied denied already_decided already_decided already_decided denied own own already_decided
  rejected              changes  denied + + - - - - + denied + + +
  rejected              deletes  denied + + - - - - + denied + + +
  rejected and changed  reads    - + + - - + + + - + + +
  rejected and changed  queue    denied denied denied denied denied + + + denied mine mine +
  rejected and changed  decides  denied denied denied denied denied + + + denied own own +`),
  )("that is %s: who %s it", (state, act, cells) =>
    rules.scenario(async (scenario) => {
      await states[state]!(scenario);
      const one = { id: id(), suggester: "owner" } as const;
      const found = await each(scenario, one, (persona) => acts[act]!(scenario, one, persona));
      expect(found).toEqual(cells.split(" "));
    }),
  );
});

describe("a report", () => {
  const acts: typeof ACTS = {
    reads: ({ outcome }, { id }, persona) =>
      rowsOf(outcome(persona, "select from reports where id = $1", [id])),
    queue: ACTS.queue!,
    settles: ({ outcome }, { id }, persona) =>
      rowsOf(outcome(persona, "update reports set status = 'dismissed' where id = $1", [id])),
    deletes: ({ outcome }, { id }, persona) =>
      rowsOf(outcome(persona, "delete from reports where id = $1", [id])),
  };
  const targets: Record<string, () => string> = {
    jersey: () => fixture.approved,
    comment: () => fixture.comment,
    profile: () => rules.ids.owner,
  };
  it.each(
    linesOf(`
  open jersey    reads    denied + - - - + + + - + - +
  open jersey    queue    denied denied denied denied denied + + + denied mine - +
  open jersey    settles  denied - - - - + + + denied - - +
  open jersey    deletes  denied - - - - - - + denied - - +
  open comment   reads    denied + - - - + + + - + - +
  open comment   queue    denied denied denied denied denied + + + denied mine - +
  open comment   settles  denied - - - - + + + denied - - +
  open profile   reads    denied + - - - - - + - + - +
  open profile   queue    denied denied denied denied denied - - + denied - - +
  open profile   settles  denied - - - - - - + denied - - +
  upheld jersey  reads    denied + - - - + + + - + - +
  upheld jersey  queue    denied denied denied denied denied - - - denied - - -
  upheld jersey  settles  denied - - - - - - + denied - - +
  upheld jersey  deletes  denied - - - - - - + denied - - +`),
  )("%s: who %s it", (which, act, cells) =>
    rules.scenario(async (scenario) => {
      const [state, type] = which.split(" ") as [string, string];
      const { rows: made } = await scenario.as(
        "member",
        "insert into reports (target_type, target_id) values ($1, $2) returning id",
        [type, targets[type]!()],
      );
      if (state === "upheld") await scenario.as("reviewer", "update reports set status = 'upheld'");
      const one = { id: made[0].id, suggester: "member" } as const;
      const found = await each(scenario, one, (persona) => acts[act]!(scenario, one, persona));
      expect(found).toEqual(cells.split(" "));
    }),
  );
});
