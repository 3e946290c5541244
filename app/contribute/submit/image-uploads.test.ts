import { beforeEach, describe, expect, test, vi } from "vitest";

import { UploadError } from "../../shared/data/images/upload.ts";
import { ImageError } from "../../shared/browser/image/prepare.ts";
import {
  ImageUploads,
  SessionEndedError,
  type ImageTools,
  ImagesNotSentError,
} from "./image-uploads.ts";

const webp = new Blob(["webp"], { type: "image/webp" });
const file = (name: string) => new File(["photo"], name, { type: "image/jpeg" });

let tools: { [K in keyof ImageTools]: ReturnType<typeof vi.fn<ImageTools[K]>> };
let uploads: ImageUploads;

beforeEach(() => {
  tools = {
    prepare: vi.fn<ImageTools["prepare"]>(async (chosen) => {
      const { name } = chosen as File;
      if (name.startsWith("bad")) throw new ImageError("corrupted");
      const side = name.startsWith("large") ? 7000 : 1000;
      return { blob: webp, source: { width: side, height: side }, colors: ["red"] };
    }),
    upload: vi.fn<ImageTools["upload"]>(async ({ onProgress }) => onProgress(1)),
    discard: vi.fn<ImageTools["discard"]>(async () => undefined),
    save: vi.fn<ImageTools["save"]>(),
    saveOriginal: vi.fn<ImageTools["saveOriginal"]>(),
    loadOriginal: vi.fn<ImageTools["loadOriginal"]>(async () => undefined),
  };
  uploads = new ImageUploads("me", tools);
});

const images = () => uploads.snapshot().images;
const idOf = (name: string) => images().find((image) => image.name === name)!.id;
const add = async (...names: string[]) => {
  uploads.add(names.map(file));
  await vi.waitFor(() => expect(images().every(({ step }) => step !== "preparing")).toBe(true));
};

test("prepares good files, refuses bad ones, and marks large ones", async () => {
  await add("a.jpg", "bad.jpg", "large.jpg");
  expect(images()).toMatchObject([
    { name: "a.jpg", step: "ready" },
    { name: "large.jpg", step: "ready", megapixels: 49 },
  ]);
  expect(images()[0]!.megapixels).toBeUndefined();
  expect(uploads.snapshot().refusals).toMatchObject([{ name: "bad.jpg", problem: "corrupted" }]);
  expect(tools.save).toHaveBeenLastCalledWith(images());
});

test("accepts five images, not counting bad files", async () => {
  await add("bad1", "a", "b", "bad2", "c", "d", "e", "f", "g");
  expect(images().map(({ name }) => name)).toEqual(["a", "b", "c", "d", "e"]);
  expect(uploads.snapshot().refusals.map(({ name, problem }) => `${name} ${problem}`)).toEqual([
    "bad1 corrupted",
    "bad2 corrupted",
    "f tooMany",
    "g tooMany",
  ]);
});

describe("uploading", () => {
  test("returns the paths in order, named after the images' ids", async () => {
    await add("Domicile été.JPG", "dos.png");
    uploads.move(idOf("dos.png"), -1);
    const stored = await uploads.sendAll();
    expect(stored.map(({ id, path }) => path.replace(id, "id"))).toEqual([
      "me/id-dos.webp",
      "me/id-domicile-ete.webp",
    ]);
  });

  test("keeps stored images after a failure and retries only the failed one", async () => {
    await add("a.jpg", "b.jpg");
    tools.upload.mockImplementationOnce(async () => {
      throw new UploadError(0, "no answer");
    });
    await expect(uploads.sendAll()).rejects.toEqual(new ImagesNotSentError(1));
    expect(images()).toMatchObject([{ step: "failed", problem: "offline" }, { step: "sent" }]);
    await uploads.send(idOf("a.jpg"));
    expect(await uploads.sendAll()).toHaveLength(2);
    expect(tools.upload).toHaveBeenCalledTimes(3);
  });

  test("waits for a running retry instead of starting a second upload", async () => {
    await add("a.jpg");
    const arrival = Promise.withResolvers<void>();
    tools.upload.mockImplementationOnce(() => arrival.promise);
    void uploads.send(idOf("a.jpg"));
    const all = uploads.sendAll();
    arrival.resolve();
    expect(await all).toHaveLength(1);
    expect(tools.upload).toHaveBeenCalledTimes(1);
  });

  test.each([
    [new SessionEndedError(), SessionEndedError],
    [new UploadError(401, "jwt"), SessionEndedError],
    [new UploadError(413, "too large"), ImagesNotSentError],
  ])("%s", async (error, thrown) => {
    await add("a.jpg");
    tools.upload.mockRejectedValueOnce(error);
    await expect(uploads.sendAll()).rejects.toBeInstanceOf(thrown);
  });

  test("leaves a cancelled upload ready", async () => {
    await add("a.jpg");
    tools.upload.mockImplementationOnce(
      ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    );
    const sending = uploads.sendAll();
    uploads.cancel(idOf("a.jpg"));
    await expect(sending).rejects.toEqual(new ImagesNotSentError(1));
    expect(images()).toMatchObject([{ step: "ready" }]);
  });
});

test("deletes the files when a stored image is removed or all are cleared", async () => {
  await add("a.jpg", "b.jpg");
  const [a, b] = (await uploads.sendAll()).map(({ path }) => path);
  uploads.remove(idOf("a.jpg"));
  expect(tools.discard).toHaveBeenLastCalledWith([a]);
  uploads.clear();
  expect(tools.discard).toHaveBeenLastCalledWith([b]);
  expect(tools.save).toHaveBeenLastCalledWith([]);
});

test("uploads renewed images as new files", async () => {
  await add("a.jpg");
  const [before] = await uploads.sendAll();
  uploads.renew();
  const [after] = await uploads.sendAll();
  expect(tools.upload).toHaveBeenCalledTimes(2);
  expect(after!.id).not.toBe(before!.id);
  expect(after!.path).toContain(after!.id);
});

test("puts a draft's images first and does not upload stored ones again", async () => {
  uploads = new ImageUploads("me", tools, [
    { id: "old", name: "old.jpg", blob: webp, step: "sent", share: 1, sentAt: 1 },
  ]);
  await add("new.jpg");
  expect(images().map(({ name }) => name)).toEqual(["old.jpg", "new.jpg"]);
  expect((await uploads.sendAll())[0]).toMatchObject({ id: "old", path: "me/old-old.webp" });
  expect(tools.upload).toHaveBeenCalledTimes(1);
});

test("keeps the files and what is shown after a submission, but not in the draft", async () => {
  await add("a.jpg");
  await uploads.sendAll();
  uploads.forgetDraft();
  expect(tools.discard).not.toHaveBeenCalled();
  expect(tools.save).toHaveBeenLastCalledWith([]);
  expect(images()).toMatchObject([{ name: "a.jpg", step: "sent" }]);
});

describe("framing", () => {
  const part = { x: 0, y: 0, width: 0.6, height: 0.6 };
  const framed = new Blob(["framed"], { type: "image/webp" });

  test("makes another image from the member's photo, and deletes the file of the former one", async () => {
    await add("large.jpg");
    const [before] = await uploads.sendAll();
    const { photo, frame } = await uploads.photoOf(images()[0]!);
    expect([(photo as File).name, frame]).toEqual(["large.jpg", undefined]);

    tools.prepare.mockResolvedValueOnce({
      blob: framed,
      source: { width: 1000, height: 1000 },
      colors: ["blue"],
    });
    await uploads.frame(before!.id, photo, { turns: 1, part });
    expect(images()).toMatchObject([
      {
        name: "large.jpg",
        step: "ready",
        blob: framed,
        frame: { turns: 1, part },
        isSmall: true,
        colors: ["blue"],
      },
    ]);
    expect(images()[0]!.megapixels).toBeUndefined();
    expect(tools.discard).toHaveBeenLastCalledWith([before!.path]);
    const [after] = await uploads.sendAll();
    expect(after!.id).not.toBe(before!.id);

    // The next frame starts from this one, on the same photo.
    expect(await uploads.photoOf(images()[0]!)).toEqual({ photo, frame: { turns: 1, part } });
  });

  test("changes nothing when the photo can't be used", async () => {
    await add("a.jpg");
    const [before] = images();
    tools.prepare.mockRejectedValueOnce(new ImageError("tooSmall"));
    const framing = uploads.frame(before!.id, webp, { turns: 0, part });
    await expect(framing).rejects.toMatchObject({ problem: "tooSmall" });
    expect(images()).toEqual([before]);
    await add("b.jpg"); // the next photo is prepared all the same
  });

  test("of a draft's image starts from the stored photo, or from the image without one", async () => {
    const image = { id: "2", name: "a", blob: webp, step: "ready", share: 0 } as const;
    const frame = { turns: 0, part } as const;
    uploads = new ImageUploads("me", tools);
    tools.loadOriginal.mockImplementation(async (id) => (id === "1" ? framed : undefined));
    expect(await uploads.photoOf({ ...image, originalId: "1", frame })).toEqual({
      photo: framed,
      frame,
    });
    expect(await uploads.photoOf({ ...image, frame })).toEqual({ photo: webp });
  });
});
