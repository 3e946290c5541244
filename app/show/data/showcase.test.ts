import { expect, test } from "vitest";

import type { JerseySummary } from "../../shared/domain/jersey.ts";
import { type Showcase, withShownPhotos } from "./showcase.ts";

test("a jersey that would be drawn on the shelf has the photo that is shown of it", () => {
  const jersey = (id: string, images: object[] = []) => ({ id, images }) as JerseySummary;
  const shown = (id: string | undefined, photo: string | undefined) => ({
    jersey: id && jersey(id),
    photo,
  });
  const shirts = [shown("a", "/shown/zoe/1.webp"), shown("b", undefined), shown("c", "/3.webp")];
  const showcase = { shirts: [...shirts, shown(undefined, "/4.webp")] } as unknown as Showcase;
  const shelf = [jersey("a"), jersey("b"), jersey("c", [{ path: "c.webp" }]), jersey("d")];
  expect(withShownPhotos(shelf, showcase).map(({ shownPhoto }) => shownPhoto)).toEqual([
    "/shown/zoe/1.webp",
    ...[undefined, undefined, undefined],
  ]);
});
