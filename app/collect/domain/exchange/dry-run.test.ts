import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { CONDITIONS, type CopyDetails, SIZE_SCALES, VERSIONS } from "../copies/copy-details.ts";
import { KIT_TYPES } from "../../../shared/domain/kit-types.ts";
import { LEAGUES } from "../../../shared/domain/leagues.ts";
import { tidy } from "../../../shared/domain/rules/text.ts";
import { COLUMNS, copyRow, type ExchangedCopy, FORMAT, VERSION } from "./collection-file.ts";
import {
  alikeLines,
  firstLines,
  withCopies,
  withFitting,
  withKept,
  withOwned,
  withoutUnmatched,
} from "./bulk-choices.ts";
import {
  checked,
  type CheckedLine,
  checkedLines,
  jerseyOf,
  type Match,
  ownedOf,
  withFound,
  formerFacts,
  sentLines,
  unsentLines,
} from "./dry-run.ts";
import { guessColumns } from "./columns.ts";
import { readLines } from "./read-line.ts";
import { readCollection } from "./collection-table.ts";
import { csv } from "../../../shared/domain/write-csv.ts";
import { sizeLabel } from "./jersey-words.ts";

const linesToSend = (lines: readonly CheckedLine[]) => sentLines(lines).map(({ sent }) => sent);
const leftLines = (lines: readonly CheckedLine[]) => unsentLines(lines).left;
const OPTIONS = { dates: "dmy", currency: "USD", league: "NBA" } as const;
const read = (text: string) => {
  const { header, rows } = readCollection(new TextEncoder().encode(text));
  return readLines(rows, guessColumns(header), OPTIONS);
};

// What the database stores: trimmed, not empty, without control characters but line breaks.
const text = (maxLength: number) =>
  fc
    .oneof(
      fc.string({ unit: "grapheme", maxLength }),
      fc
        .array(fc.constantFrom("'", "=", "-", '"', ",", ";", "\n", "é"), { maxLength })
        .map((all) => all.join("")),
    )
    .map(
      (value) =>
        tidy(
          [...value]
            .slice(0, maxLength)
            .join("")
            .replace(/[\0-\x08\x0e-\x1f]/g, ""),
        ) || null,
    );
const day = fc
  .date({ min: new Date("1901-01-01"), max: new Date("2024-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString());
const partial = fc
  .tuple(day, fc.constantFrom(4, 7, 10))
  .map(([date, length]) => date.slice(0, length));
const one = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values));

const copies: fc.Arbitrary<ExchangedCopy[]> = fc.uniqueArray(
  fc
    .record({
      id: fc.uuid(),
      added_at: day,
      photos: fc.constant<string[]>([]),
      jersey: fc.record({
        id: fc.option(fc.uuid()),
        title: text(160).map((title) => title ?? "Domicile"),
        team: text(120),
        league: fc.constantFrom(...LEAGUES),
        competition: text(120),
        season: one(["2024-25", "1999-00", "2026"]),
        year: fc.option(fc.integer({ min: 1850, max: 2100 })),
        kit_type: one(KIT_TYPES),
        brand: text(80),
      }),
      size_scale: one(SIZE_SCALES),
      size: text(20),
      version: one(VERSIONS),
      condition: one(CONDITIONS),
      printed_name: text(40),
      printed_number: fc.option(fc.integer({ min: 0, max: 999 }).map(String)),
      is_signed: fc.constant(true),
      signed_by: text(100),
      certificate: text(200),
      price: fc.option(fc.integer({ min: 0, max: 100_000_000 }).map((cents) => cents / 100)),
      currency: fc.constant("EUR"),
      bought_on: fc.option(partial),
      bought_from: text(100),
      lent_to: fc.constant("Zoé"),
      lent_since: fc.option(partial),
      storage_place: text(100),
      notes: text(2000),
    })
    .map((copy) => ({ ...copy, currency: copy.price === null ? null : copy.currency })),
  { minLength: 1, maxLength: 5, selector: ({ id }) => id },
);

const asJson = (all: ExchangedCopy[]) =>
  JSON.stringify({
    format: FORMAT,
    version: VERSION,
    exported_at: "",
    copies: all,
    wishes: [],
    votes: [],
    submissions: [],
  });
const asCsv = (all: ExchangedCopy[]) => csv(all.map(copyRow), COLUMNS);

test.each([
  ["CSV", asCsv],
  ["JSON", asJson],
])("a collection that was exported as %s is read back exactly", (_, write) => {
  fc.assert(
    fc.property(copies, (all) => {
      const lines = read(write(all));
      expect(lines.flatMap(({ refusals }) => refusals ?? [])).toEqual([]);
      for (const [n, { jersey, id, added_at, photos: _photos, ...details }] of all.entries()) {
        // A size is read as labels spell it.
        const spelt = { ...details, size: sizeLabel(details.size) };
        expect(lines[n]!.line).toMatchObject({ id, added_at, jersey, details: spelt });
      }
    }),
    { numRuns: 200 },
  );
});

describe("a dry run", () => {
  const [line] = read("Club,Taille,Prix\nPSG,M,50 €\n");
  const candidate = (id: string, sure: boolean) => ({
    id,
    title: "",
    team: "PSG",
    season: null,
    year: null,
    kit_type: null,
    sure,
  });
  const known = {
    ...line!.line!.details,
    id: "c",
    updated_at: "v",
    removed_at: null,
    jersey: null,
  };
  const match = (over: Partial<Match>): Match => ({ known: null, candidates: [], ...over });

  test("takes the only sure jersey, and asks where there are more, or one may be meant", () => {
    const two = (sure: boolean) => [candidate("a", sure), candidate("b", false)];
    expect(checked(line!, match({ candidates: two(true) }))).toMatchObject({
      verdict: "new",
      choice: { jersey: "a" },
    });
    const asked = { verdict: "unmatched", choice: "keep" };
    const sure = [candidate("a", true), candidate("b", true)];
    expect(checked(line!, match({ candidates: sure }))).toMatchObject(asked);
    const fitting = two(false).map((one) => ({ ...one, fits: true }));
    expect(checked(line!, match({ candidates: fitting }))).toMatchObject(asked);
    // The member may have it already.
    const owned = fitting.map((one) => ({ ...one, owned: 1 }));
    expect(checked(line!, match({ candidates: owned })).choice).toBe("leave");
  });

  test("keeps what the catalogue lacks without a page, as far as it is in the collection", () => {
    const lines = read(
      "Club,Saison,Type,Statut\nPSG,1998-99,domicile,\nPSG,1998-99,domicile,\nOM,,,vendu\nLens,hier,,\nNice,,,\n",
    );
    const near = match({ candidates: [candidate("other", false)] });
    const all = checkedLines(
      lines,
      lines.map(() => near),
    );
    expect(all.map(({ choice }) => choice)).toEqual(["keep", "leave", "leave", "leave", "keep"]);
    expect(linesToSend(all)).toMatchObject([
      { facts: { team: "PSG", season: "1998-99", kit_type: "home" } },
      { facts: { team: "Nice", title: "Nice" } },
    ]);
    const { left, owned, repeated } = unsentLines(all);
    expect([left.length, owned, repeated]).toEqual([2, 0, 1]);
    // All at once, and line by line.
    expect(linesToSend(withoutUnmatched(all))).toEqual([]);
    expect(linesToSend(withKept(withoutUnmatched(all)))).toHaveLength(3);
    expect(linesToSend([withFound(all[0]!, candidate("other", false))])).toMatchObject([
      { jersey_id: "other" },
    ]);
  });

  test("offers to complete the copy of the only jersey that fits, where none is sure", () => {
    const own = { ...candidate("a", false), fits: true, owned: 1, copy: { ...known, price: null } };
    const [one] = checkedLines([line!], [match({ candidates: [own, candidate("b", false)] })]);
    expect(one).toMatchObject({ verdict: "unmatched", choice: "leave" });
    expect(one!.change).toMatchObject({ copy: { id: "c" }, details: ["price"] });
    expect(linesToSend([one!])).toEqual([]);
    expect(linesToSend([{ ...one!, choice: "change" }])).toMatchObject([{ copy_id: "c" }]);
    for (const candidates of [[{ ...own, fits: false }], [own, { ...own, id: "d" }]]) {
      expect(checked(line!, match({ candidates })).change).toBeUndefined();
    }
  });

  test("adds what was sold or is wanted by its own choice only", () => {
    const [sold] = read("Club,Statut\nPSG,vendu\n");
    const fitting = { ...candidate("a", true), fits: true };
    const left = checked(sold!, match({ candidates: [fitting] }));
    expect(left).toMatchObject({ verdict: "unmatched", choice: "leave" });
    for (const all of [withKept([left]), withFitting([left])]) expect(linesToSend(all)).toEqual([]);
    expect(linesToSend([{ ...left, choice: { jersey: "a" } }])).toMatchObject([{ jersey_id: "a" }]);
  });

  test("knows what was imported before, and what the file has changed since", () => {
    expect(checked(line!, match({ known }))).toMatchObject({ verdict: "owned" });
    // The file says nothing of the place, so that is no difference.
    const other = { ...known, size: "L", storage_place: "Armoire" };
    const changed = checked(line!, match({ known: other }));
    expect(changed).toMatchObject({ verdict: "changed", change: { details: ["size"] } });
    expect(linesToSend([changed])).toMatchObject([
      { copy_id: "c", version: "v", details: { size: "M", storage_place: "Armoire" } },
    ]);
    expect(checked(line!, match({ known: { ...other, removed_at: "now" } })).verdict).toBe("owned");
  });

  test("erases nothing that isn't in the list, whatever its columns are taken for", () => {
    const own = { ...known, size: "L", notes: "acheté à Londres\nÉtat : splendide" };
    const [silent] = read("Club,Taille,Notes\nPSG,,\n");
    expect(checked(silent!, match({ known: own })).verdict).toBe("owned");
    const [other] = read("Club,Taille,Notes\nPSG,M,État : splendide\n");
    expect(checked(other!, match({ known: own })).change).toMatchObject({ details: ["size"] });
    const [more] = read("Club,Notes\nPSG,du stade\n");
    expect(checked(more!, match({ known: own })).change?.after.notes).toBe(
      "acheté à Londres\nÉtat : splendide\ndu stade",
    );
    // In our own export, an empty cell is meant.
    const id = "6f1f0f6e-3b5c-4b8e-9d6e-0d6a4cf4a111";
    const [exported] = read(`id,team,notes\n${id},PSG,\n`);
    expect(checked(exported!, match({ known: own })).change).toMatchObject({
      details: ["notes"],
      after: { notes: null },
    });
  });

  test("adds repeated lines of a shirt that is kept already", () => {
    const kept = { owned: 1, copy: { ...known, id: "k" } };
    const [first, again] = read("Club,Taille\nPSG,M\nPSG,M\n");
    const all = [checked(first!, match({ known })), checked(again!, match({ kept }))];
    expect(unsentLines(all)).toMatchObject({ owned: 1, repeated: 1 });
    const both = withCopies(all, true);
    expect(linesToSend(both)).toMatchObject([{ facts: { team: "PSG" } }]);
    expect(unsentLines(both)).toMatchObject({ owned: 1, repeated: 0, left: [] });
  });

  test("asks whether a line that the file has before is one more copy", () => {
    const asked = [{ ...candidate("b", false), fits: true }];
    const all = read("Club,Taille\nPSG,M\nOM,L\nPSG,M\nOM,L\nLens,S\n").map((one, n) =>
      checked(one, match({ candidates: n % 2 ? asked : [candidate("a", true)] })),
    );
    const sent = (lines: typeof all) => linesToSend(lines).map(({ jersey_id }) => jersey_id);
    expect([...firstLines(all)]).toEqual([
      [2, 0],
      [3, 1],
    ]);
    // A shirt that isn't known for sure is kept without a page.
    expect(sent(all)).toEqual(["a", undefined, "a"]);
    expect(sent(withCopies(all, true))).toEqual(["a", undefined, "a", undefined, "a"]);
    expect(sent(withCopies(withCopies(all, true), false))).toEqual(["a", undefined, "a"]);
    // What was chosen for the first is chosen for the other.
    const both = withCopies(all.with(1, { ...all[1]!, choice: "keep" }), true);
    expect(both.map(({ choice }) => choice)).toEqual([
      { jersey: "a" },
      "keep",
      { jersey: "a" },
      "keep",
      { jersey: "a" },
    ]);
  });

  test("adds as many as a line itself says, without a question", () => {
    const all = read("Club,Quantité\nPSG,3\n").map((one) =>
      checked(one, match({ candidates: [candidate("a", true)] })),
    );
    expect([...firstLines(all)]).toEqual([]);
    expect(linesToSend(all).map(({ jersey_id }) => jersey_id)).toEqual(["a", "a", "a"]);
    expect(unsentLines(all)).toMatchObject({ owned: 0, repeated: 0, left: [] });
  });

  test("asks whether a line of a jersey that the member has is one more copy", () => {
    const owned = { ...candidate("a", true), owned: 2 };
    const all = read("Club,Taille\nPSG,M\nOM,L\n").map((one, n) =>
      checked(one, match({ candidates: [n === 0 ? owned : candidate("b", true)] })),
    );
    const sent = (lines: typeof all) => linesToSend(lines).map(({ jersey_id }) => jersey_id);
    expect(all.map(({ verdict }) => verdict)).toEqual(["owned", "new"]);
    expect(sent(all)).toEqual(["b"]);
    // It is in the collection: it doesn't stay behind.
    expect(leftLines(all)).toEqual([]);
    expect(sent(withOwned(all, true))).toEqual(["a", "b"]);
    expect(sent(withOwned(withOwned(all, true), false))).toEqual(["b"]);
    // Chosen among several, or found by words, it is meant.
    const several = checked(line!, match({ candidates: [{ ...owned, sure: false }] }));
    expect(jerseyOf(several)).toBeUndefined();
    const chosen = { ...several, choice: { jersey: "a" } };
    expect([jerseyOf(chosen)?.owned, sent(withOwned([chosen], false))]).toEqual([2, ["a"]]);
    expect(jerseyOf(withFound(several, candidate("b", false)))).toMatchObject({ id: "b" });
  });

  test("keeps in the copy that it completes what no field can store", () => {
    const [one] = read("Club,Taille,État,Notes\nPSG,M,porté,\n");
    const own = { ...known, size: null, condition: null, notes: "du stade" };
    const candidates = [{ ...candidate("a", true), owned: 1, copy: own }];
    const [completing] = checkedLines([one!], [match({ candidates })]);
    expect(completing).toMatchObject({ verdict: "changed" });
    expect(linesToSend([completing!])).toMatchObject([
      { copy_id: "c", details: { size: "M", notes: "du stade\nporté" } },
    ]);
  });

  test("completes the only copy of a jersey with what it doesn't say yet, once", () => {
    const lines = read("Club,Taille,Prix,Notes\nPSG,M,,\nPSG,L,,\nPSG,L,,\nOM,S,50 €,\n");
    const empty = { ...line!.line!.details, size: null, price: null, currency: null };
    const copy = (id: string, over: Partial<CopyDetails>) =>
      ({ ...empty, id, updated_at: "v", removed_at: null, jersey: null, ...over }) as const;
    const copies = [
      copy("psg", { notes: "du stade" }),
      copy("psg", { notes: "du stade" }),
      copy("psg", { notes: "du stade" }),
      // It says another size: the line is another shirt.
      copy("om", { size: "XL" }),
    ];
    const matches = copies.map((own, n) =>
      match({ candidates: [{ ...candidate(`${n}`, true), owned: 1, copy: own }] }),
    );
    const all = checkedLines(lines, matches);
    expect(all.map(({ verdict }) => verdict)).toEqual(["changed", "owned", "owned", "owned"]);
    expect(linesToSend(all)).toMatchObject([
      { copy_id: "psg", version: "v", details: { size: "M", price: null, notes: "du stade" } },
    ]);
    // It may be another copy all the same.
    const another = { ...all[0]!, choice: { jersey: "0" } };
    expect(linesToSend([another])).toMatchObject([{ jersey_id: "0", details: { size: "M" } }]);
    expect(checkedLines(lines, matches, new Set(["psg"]))[0]!.verdict).toBe("owned");
  });

  test("takes the only fitting jersey of each line without a match, repeated lines apart", () => {
    const fitting = { ...candidate("fitting", false), fits: true };
    const near = [candidate("far", false), fitting];
    const all = read("Club,Taille\nPSG,M\nOM,L\nPSG,M\nLens,S\nNice,S\n").map((one, n) =>
      checked(one, match({ candidates: n === 1 ? [candidate("far", false)] : near })),
    );
    const chosen = all.with(3, { ...all[3]!, choice: "keep" });
    expect(withFitting(chosen).map(({ choice }) => choice)).toEqual([
      { jersey: "fitting" },
      "keep",
      "leave",
      { jersey: "fitting" },
      { jersey: "fitting" },
    ]);
    const ambiguous = [fitting, { ...fitting, id: "other" }];
    // One that the member has is no second copy until they say so.
    for (const candidates of [ambiguous, [{ ...fitting, owned: 1 }]]) {
      expect(withFitting([checked(line!, match({ candidates }))])[0]!.choice).toBeTypeOf("string");
    }
    // What was chosen stays when all others are kept.
    expect(withKept(withFitting(all)).map(({ choice }) => choice)).toEqual([
      { jersey: "fitting" },
      "keep",
      "keep",
      { jersey: "fitting" },
      { jersey: "fitting" },
    ]);
  });

  test("changes together what is stored together", () => {
    const lines = read(
      "Club,Prix,Signé par,Certificat,Prêté à\nPSG,110 $,,,\nPSG,,Zidane,,\nPSG,,,,\nPSG,50 $,,,\n",
    );
    const empty = { ...lines[2]!.line!.details, id: "c", updated_at: "v", removed_at: null };
    const completed = (n: number, over: Partial<CopyDetails>) => {
      const copy = { ...empty, jersey: null, ...over };
      const candidates = [{ ...candidate("a", true), owned: 1, copy }];
      return linesToSend([checked(lines[n]!, match({ candidates }))])[0]?.details;
    };
    const changed = (n: number, over: Partial<CopyDetails>) =>
      checked(lines[n]!, match({ known: { ...empty, jersey: null, ...over } }));
    expect(completed(0, {})).toMatchObject({ price: 110, currency: "USD" });
    expect(completed(0, { price: 90, currency: "EUR" }), "another price").toBeUndefined();
    expect(completed(0, { price: 0, currency: "EUR" }), "a gift has a price").toBeUndefined();
    expect(completed(1, {})).toMatchObject({ signed_by: "Zidane", is_signed: true });
    const id = "6f1f0f6e-3b5c-4b8e-9d6e-0d6a4cf4a111";
    const [exported] = read(`id,team,lent_to,price\n${id},PSG,,\n`);
    const emptied = (over: Partial<CopyDetails>) =>
      checked(exported!, match({ known: { ...empty, jersey: null, ...over } }));
    const lent = emptied({ lent_to: "Zoé", lent_since: "2020" });
    expect(linesToSend([lent])[0]!.details).toMatchObject({ lent_to: null, lent_since: null });
    expect(lent.change!.details).toEqual(["lent_to", "lent_since"]);
    const priced = emptied({ price: 50, currency: "EUR" });
    expect(linesToSend([priced])[0]!.details).toMatchObject({ price: null, currency: null });
    expect(changed(2, { lent_to: "Zoé", price: 50, currency: "EUR" }).verdict).toBe("owned");
    // The list doesn't say which currency its prices have: the copy's stays.
    expect(changed(3, { price: 50, currency: "EUR" }).verdict).toBe("owned");
    const [unsigned, money] = [read("Club,Signé\nPSG,non\n"), read("Club,Devise\nPSG,USD\n")];
    const signed = { ...known, is_signed: true, signed_by: "Zidane", price: 5, currency: "EUR" };
    expect(checked(unsigned[0]!, match({ known: signed })).verdict).toBe("owned");
    expect(checked(money[0]!, match({ known: signed })).verdict).toBe("owned");
  });

  test("recognises a shirt without a page when its line says more, or something else", () => {
    const [longer] = read("Club,Saison,Taille,Rangement\nRed Star,1998-99,L,Carton 2\n");
    const details = { ...longer!.line!.details, storage_place: null };
    const copy = { ...known, ...details, jersey: { title: "Red Star 1998-99" } };
    const says = (over: Partial<CopyDetails>, owned = 1) =>
      checked(longer!, match({ kept: { owned, copy: owned === 1 ? { ...copy, ...over } : null } }));
    expect(says({})).toMatchObject({
      verdict: "changed",
      choice: "change",
      change: { details: ["storage_place"] },
    });
    for (const other of [says({ size: "M" }), says({}, 2)]) {
      expect(other).toMatchObject({ verdict: "owned", choice: "leave" });
      expect(linesToSend(withOwned([other], true))).toMatchObject([
        { facts: { team: "Red Star" } },
      ]);
    }
    expect(ownedOf(says({}, 2))).toBe(2);
  });

  test("a copy that is another shirt by now is meant, unless the line says something else of it", () => {
    const lines = read(
      "Club,Saison,Taille,Prix\nReal Madrid,1998-99,M,200\nReal Madrid,1998-99,,\n",
    );
    const copy = { ...known, size: "M", jersey: { title: "AS Saint-Étienne 2024-25" } };
    const kept = { owned: 1, copy, is_other: true };
    const [typedOver, corrected] = lines.map((line) => checked(line, match({ kept })));
    expect(typedOver).toMatchObject({ verdict: "unmatched", choice: "keep" });
    expect(typedOver!.change).toBeUndefined();
    expect(corrected).toMatchObject({ verdict: "owned", choice: "leave" });
  });

  test("an id counts if no other list can have it, and once", () => {
    const id = "6F1F0F6E-3b5c-4b8e-9d6e-0d6a4cf4a111";
    const keys = (list: string) => read(list).map((one) => [one.line!.id, one.line!.key]);
    const [first] = keys("id,Club\n1,PSG\n");
    const [second] = keys("id,Club\n1,OM\n");
    expect(first![0]).toBeNull();
    expect(first![1]).not.toBe(second![1]);
    const own = keys(`id,Club\n${id},PSG\n${id},PSG\n`);
    expect(own.map(([one]) => one)).toEqual([id, null]);
  });

  test("names the lines that make the same copy, though another cell tells them apart", () => {
    const all = read("Ligne,Club,Taille\n1,PSG,M\n2,PSG,M\n3,PSG,L\n").map((one) =>
      checked(one, match({ candidates: [candidate("a", true)] })),
    );
    expect(all.map(({ choice }) => choice)).toEqual(all.map(() => ({ jersey: "a" })));
    expect(alikeLines(all).map(({ read: { row } }) => row.line)).toEqual([3]);
  });

  test("sends what was chosen, and nothing else", () => {
    const base = checked(line!, match({}));
    expect(linesToSend([{ ...base, choice: "leave" }])).toEqual([]);
    expect(linesToSend([{ ...base, choice: "keep" }])).toMatchObject([
      { facts: { team: "PSG", title: "PSG", league: "NBA" } },
    ]);
    expect(linesToSend([{ ...base, choice: { jersey: "j" } }])).toMatchObject([
      { jersey_id: "j", details: { price: 50 } satisfies Partial<CopyDetails> },
    ]);
    const [refused] = read("Club,Saison\nPSG,hier\n");
    expect(linesToSend([{ ...checked(refused!, undefined), choice: "keep" }])).toEqual([]);
    const nameless = read("jersey_id,Taille\n6f1f0f6e-3b5c-4b8e-9d6e-0d6a4cf4a111,M\n")[0]!;
    expect(formerFacts(checked(nameless, match({})))).toBeUndefined();
  });

  test("reads what a line in words wants", () => {
    const [wanted] = read("item\nrecherché : PSG domicile 1994\n");
    expect(wanted).toMatchObject({ line: { isWanted: true, jersey: { team: "PSG" } } });
    const [named] = read("item\nPSG : domicile 1994\n");
    expect(named).not.toMatchObject({ line: { isWanted: true } });
  });

  test("calls a shirt of a line in words by its team and season: prices and names are no title", () => {
    const [line] = read("item\nPSG domicile 2019 L 60 € dédicacé\n");
    expect(line).toMatchObject({ line: { details: { price: 60, currency: "EUR", size: "L" } } });
    const kept = formerFacts(checked(line!, match({})))!;
    expect(kept).toMatchObject({ team: expect.stringMatching(/^PSG/) });
    expect(kept.title).not.toContain("60");
    expect(line).toMatchObject({
      line: { details: { notes: expect.stringContaining("dédicacé") } },
    });
    const [titled] = read("title,team\nFinale 1998,PSG\n");
    expect(formerFacts(checked(titled!, match({})))).toMatchObject({ title: "Finale 1998" });
  });

  test("keeps a shirt of a known team with the team's sport, unless the file says another", () => {
    const [silent, saying] = [read("Club\nPSG\n"), read("Club,Sport\nPSG,NFL\n")];
    const league = (one: typeof silent, over: Partial<Match>) =>
      formerFacts(checked(one[0]!, match(over)))?.league;
    expect(league(silent, { league: "SOCCER" })).toBe("SOCCER");
    expect(league(saying, { league: "SOCCER" })).toBe("NFL");
    expect(league(silent, {})).toBe("NBA");
    // It is called as the catalogue calls it.
    const teams = { SOCCER: "Paris Saint-Germain" };
    const kept = (over: Partial<Match>) => formerFacts(checked(silent[0]!, match(over)));
    expect(kept({ league: "SOCCER", teams })).toMatchObject({
      team: "Paris Saint-Germain",
      title: "Paris Saint-Germain",
    });
    expect(kept({ teams })).toMatchObject({ team: "PSG" });
  });
});

test("what stays behind is refused or left without a jersey, not what is there already or said twice", () => {
  const known = { known: null, candidates: [] };
  const lines = read("team,size,season\nClub,S,\nClub,S,\nClub,M,hier\nClub,L,\n")
    .map((line) => checked(line, known))
    .with(3, { ...checked(read("team,size\nClub,L\n")[0]!, known), choice: "leave" });
  const left = leftLines(lines);
  expect(left.map(({ read: { values } }) => values.size)).toEqual(["M", "L"]);
  expect(leftLines([{ ...lines[3]!, verdict: "owned" }])).toEqual([]);
  // Together with what is sent, these are all lines.
  const { left: rest, owned, repeated } = unsentLines(lines);
  expect([linesToSend(lines).length, rest.length, owned, repeated]).toEqual([1, 2, 0, 1]);
});
