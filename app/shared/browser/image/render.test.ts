import { afterEach, expect, test, vi } from "vitest";

import { GROUND } from "./frame.ts";
import { render } from "./render.ts";

afterEach(() => vi.unstubAllGlobals());

/** A canvas that only notes what is done, of a browser that writes these types. */
function stubCanvas(written: readonly string[]) {
  const done: string[] = [];
  vi.stubGlobal(
    "OffscreenCanvas",
    class {
      context = {
        canvas: this,
        globalCompositeOperation: "source-over",
        fillStyle: "",
        drawImage: () => done.push("draw"),
        fillRect: () =>
          done.push(`${this.context.globalCompositeOperation} ${this.context.fillStyle}`),
        getImageData: () => ({ data: new Uint8ClampedArray(4 * 64 * 64) }),
      };
      getContext = () => this.context;
      convertToBlob({ type }: { type: string }) {
        const made = written.includes(type) ? type : "image/png";
        done.push(made);
        return Promise.resolve(new Blob([], { type: made }));
      }
    },
  );
  return done;
}

const source = { width: 4, height: 4 } as ImageBitmap;

test("a transparent picture gets a ground where the browser can't write WebP", async () => {
  const done = stubCanvas(["image/jpeg"]);
  const { blob } = await render(source, { width: 2, height: 2 }, 0.9);
  expect(blob.type).toBe("image/jpeg");
  // The colours are those of the shirt, so they are read before.
  expect(done).toEqual(["draw", "draw", "image/png", `destination-over ${GROUND}`, "image/jpeg"]);
});

test("as WebP it stays transparent", async () => {
  const done = stubCanvas(["image/webp"]);
  await render(source, { width: 2, height: 2 }, 0.9);
  expect(done).toEqual(["draw", "draw", "image/webp"]);
});
