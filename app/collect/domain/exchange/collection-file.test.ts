import { expect, test } from "vitest";

import { COLUMNS, copyRow, exchangedJersey, photoName } from "./collection-file.ts";

const row = {
  id: "j",
  title: "Domicile 2025-26",
  team: "PSG",
  league: "SOCCER",
  year: 2025,
  kit_type: "home",
  brand: "Nike",
  season: { code: "2025-26" },
  competition: { name: "Ligue 1" },
};

test("a jersey is named by its id and its facts", () => {
  expect(exchangedJersey("j", row)).toEqual({
    ...row,
    season: "2025-26",
    competition: "Ligue 1",
  });
});

test("a deleted jersey leaves its facts, a hidden one its id", () => {
  const former = { title: "Extérieur", team: "OM", league: "SOCCER" } as const;
  expect(exchangedJersey(null, null, former)).toMatchObject({ id: null, ...former, year: null });
  expect(exchangedJersey("j", null)).toMatchObject({ id: "j", title: null, team: null });
});

test("a copy's row has every column, and no other", () => {
  const copy = {
    id: "c",
    added_at: "2026-01-01T00:00:00Z",
    jersey: exchangedJersey("j", row),
    photos: [photoName("c", "owner/p.webp", 0)],
    size_scale: "adult",
    size: "M",
    version: "replica",
    condition: "new",
    printed_name: null,
    printed_number: "10",
    is_signed: false,
    signed_by: null,
    certificate: null,
    price: 49.9,
    currency: "EUR",
    bought_on: "2025-07",
    bought_from: null,
    lent_to: null,
    lent_since: null,
    storage_place: null,
    notes: null,
  } as const;
  const { photos: _, ...written } = {
    ...copyRow({ ...copy, photos: [...copy.photos] }),
    photos: 0,
  };
  expect(Object.keys(written).toSorted()).toEqual([...COLUMNS].toSorted());
  expect(written).toMatchObject({ id: "c", jersey_id: "j", season: "2025-2026", price: 49.9 });
});

test("photos keep their kind and order", () => {
  expect(photoName("c", "o/p.jpg", 1)).toBe("photos/c-2.jpg");
});
