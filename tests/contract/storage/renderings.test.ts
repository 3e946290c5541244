import { picture } from "@maillotheque/backend/testing";
import { afterAll, beforeAll, expect, test } from "vitest";

import { IMAGE_WIDTHS, imageSet, imageUrl } from "../../../app/shared/address/image-url.ts";
import { startStorageFixture, type StorageFixture } from "./personas.ts";

let fixture: StorageFixture;
let name: string;
beforeAll(async () => {
  fixture = await startStorageFixture();
  name = fixture.name();
  await fixture.owner.jerseys.upload(name, await picture("webp", 600, 400), {
    contentType: "image/webp",
  });
});
afterAll(() => fixture.close());

const BROWSER = { accept: "image/avif,image/webp,image/*,*/*;q=0.8" };

test.each(["cover", "contain"] as const)(
  "visitors get every width of the site, %s",
  async (fit) => {
    const largest = IMAGE_WIDTHS.at(-1)!;
    const set = imageSet(fixture.site.url, name, { largest, fit }).split(", ");
    expect(set).toHaveLength(IMAGE_WIDTHS.length);
    for (const candidate of [...set, imageUrl(fixture.site.url, name, { width: 320, fit })]) {
      const answer = await fetch(candidate.split(" ")[0]!, { headers: BROWSER });
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe("image/webp");
    }
  },
);

test.each(["width=161&height=161&quality=75", "width=160&height=160&quality=74", "format=avif"])(
  "nobody without the service key gets %s",
  async (query) => {
    for (const kind of ["public", "authenticated"]) {
      const address = `${fixture.site.url}/storage/v1/render/image/${kind}/jerseys/${name}?${query}`;
      for (const { client } of [fixture.visitor, fixture.owner, fixture.admin]) {
        const { error } = await client.storage.from("jerseys").download(name, {
          transform: Object.fromEntries(new URLSearchParams(query)) as never,
        });
        expect(error).not.toBeNull();
        expect((await fetch(address)).status).toBe(400);
      }
    }
  },
);
