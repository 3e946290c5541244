import { expect, test } from "vitest";

import { KIT_TYPES } from "../../shared/domain/kit-types.ts";
import { LEAGUES } from "../../shared/domain/leagues.ts";
import { LANGUAGES } from "../../shared/i18n/languages.ts";
import { loadAllMessages } from "../../shared/i18n/messages.ts";
import { fixedT } from "../../shared/i18n/translations.ts";
import { CONDITIONS, SIZE_SCALES, VERSIONS } from "../domain/copies/copy-details.ts";
import type { ExchangedCopy } from "../domain/exchange/collection-file.ts";
import { readCollection } from "../domain/exchange/collection-table.ts";
import { guessColumns } from "../domain/exchange/columns.ts";
import { readLines } from "../domain/exchange/read-line.ts";
import { copiesSheet } from "./copies-sheet.ts";
import { detailWords } from "./use-detail-words.ts";

await loadAllMessages();

const uuid = (n: number) => `0f8fad5b-d9cb-469f-a165-7086772895${10 + n}`;

/** Each value of each choice, and texts that a spreadsheet would change. */
const COPIES: ExchangedCopy[] = KIT_TYPES.map((kit_type, n) => ({
  id: uuid(n),
  added_at: `2026-11-1${n}T08:16:13.123Z`,
  jersey: {
    id: uuid(40 + n),
    title: `=Maillot; « ${n} », "rare"`,
    team: "RC Lens",
    league: LEAGUES[n % LEAGUES.length]!,
    competition: "Ligue 1",
    season: n % 2 ? "2011-12" : "2026",
    year: 2011,
    kit_type,
    brand: "Nike",
  },
  photos: [],
  size_scale: SIZE_SCALES[n % SIZE_SCALES.length]!,
  size: n % 2 ? "10-12" : "M",
  version: VERSIONS[n % VERSIONS.length]!,
  condition: CONDITIONS[n % CONDITIONS.length]!,
  printed_name: "Zidane",
  printed_number: `0${n}`,
  is_signed: n % 2 === 0,
  signed_by: n % 2 === 0 ? "-Zizou" : null,
  certificate: n % 2 === 0 ? "1E10" : null,
  price: n === 0 ? null : 89.9 + n,
  currency: n === 0 ? null : "GBP",
  bought_on: ["2019", "2019-07", "2019-07-31"][n % 3]!,
  bought_from: "Vinted",
  lent_to: "Ana",
  lent_since: "2020-01",
  storage_place: "Armoire; 2",
  notes: "deux\nlignes, et ; plus",
}));

test.each(LANGUAGES)("a sheet in the reader's words comes back the same: %s", (lang) => {
  const t = fixedT(lang, ["copies", "common", "exchange", "facts"]);
  const words = detailWords(t as unknown as Parameters<typeof detailWords>[0], lang);
  const text = copiesSheet(COPIES, words, lang);
  expect(text).toContain(lang === "en" ? ",90.9,GBP," : ";90,9;GBP;");
  const { header, rows } = readCollection(new TextEncoder().encode(text));
  const lines = readLines(rows, guessColumns(header, rows), {
    dates: "dmy",
    currency: "EUR",
    league: "SOCCER",
  });
  expect(
    lines.map(({ line, refusals }) => {
      if (!line) return refusals;
      const { id, added_at, jersey, details, photos, emptied } = line;
      return { id, added_at, jersey, ...details, photos, emptied };
    }),
  ).toEqual(COPIES.map((copy) => ({ ...copy, emptied: [] })));
});
