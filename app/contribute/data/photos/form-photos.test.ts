import { beforeEach, describe, expect, test, vi } from "vitest";

import { ImageError } from "../../../shared/browser/image/prepare.ts";
import { MAX_IMAGES } from "../../../shared/domain/rules/image-rules.ts";
import { imagePath, type Upload, UploadError } from "../../../shared/data/images/upload.ts";
import { SessionEndedError } from "../../../shared/data/database-error.ts";
import { FormPhotos, ImagesNotSentError } from "./form-photos.ts";
import type { PhotoTools, PreparedPhoto } from "./photo-tools.ts";
import { hasRoom, type PhotoList, shownPhotos, storedPhoto } from "./photo-list.ts";

const webp = new Blob(["webp"], { type: "image/webp" });
const file = (name: string) => new File(["photo"], name, { type: "image/jpeg" });

type Tools = Required<PhotoTools<string>>;

let tools: {
  [K in "prepare" | "discard" | "save" | "saveOriginal" | "loadOriginal"]: ReturnType<
    typeof vi.fn<Tools[K]>
  >;
} & {
  hasRoom: Tools["hasRoom"];
  send: Tools["send"];
  upload: ReturnType<typeof vi.fn<(upload: Omit<Upload, "token">) => Promise<void>>>;
};
let uploads: FormPhotos<string>;

beforeEach(() => {
  tools = {
    prepare: vi.fn<Tools["prepare"]>(async (chosen) => {
      const { name } = chosen as File;
      if (name.startsWith("bad")) throw new ImageError("corrupted");
      const side = name.startsWith("large") ? 7000 : 1000;
      return { blob: webp, source: { width: side, height: side }, colors: ["red"] };
    }),
    hasRoom: (list) => hasRoom(list, MAX_IMAGES),
    upload: vi.fn<(upload: Omit<Upload, "token">) => Promise<void>>(async ({ onProgress }) =>
      onProgress(1),
    ),
    send: async ({ id, blob }: PreparedPhoto<string>, onProgress, signal) => {
      const path = imagePath("me", id, blob.type);
      await tools.upload({ path, blob, onProgress, signal });
      return path;
    },
    discard: vi.fn<Tools["discard"]>(async () => undefined),
    save: vi.fn<Tools["save"]>(),
    saveOriginal: vi.fn<Tools["saveOriginal"]>(),
    loadOriginal: vi.fn<Tools["loadOriginal"]>(async () => undefined),
  };
  uploads = new FormPhotos(tools);
});

const images = () => uploads.snapshot().photos;
const idOf = (name: string) => images().find((image) => image.name === name)!.id;
const add = async (...names: string[]) => {
  void uploads.add(names.map(file));
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
  test("returns the paths in order, of the images' ids alone: their files' names are nobody's business", async () => {
    await add("Jean Dupont chez moi.JPG", "dos.png");
    uploads.move(idOf("dos.png"), -1);
    const order = images().map(({ id }) => id);
    const sent = await uploads.sendAll();
    expect(sent.map(({ stored }) => stored)).toEqual(order.map((id) => `me/${id}.webp`));
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
  const [a, b] = (await uploads.sendAll()).map(({ stored }) => stored);
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
  expect(after!.stored).toContain(after!.id);
});

test("puts a draft's images first and does not upload stored ones again", async () => {
  uploads = new FormPhotos(tools, [
    { ...storedPhoto("old", "me/old-old.webp", "old.jpg"), blob: webp, sentAt: 1 },
  ]);
  await add("new.jpg");
  expect(images().map(({ name }) => name)).toEqual(["old.jpg", "new.jpg"]);
  expect((await uploads.sendAll())[0]).toMatchObject({ id: "old", stored: "me/old-old.webp" });
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
    expect(tools.discard).toHaveBeenLastCalledWith([before!.stored]);
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
    tools.loadOriginal.mockImplementation(async ({ originalId }) =>
      originalId === "1" ? framed : undefined,
    );
    expect(await uploads.photoOf({ ...image, originalId: "1", frame })).toEqual({
      photo: framed,
      frame,
    });
    expect(await uploads.photoOf({ ...image, frame })).toEqual({ photo: webp });
  });
});

describe("a form that sends at once", () => {
  const onStored = vi.fn<Tools["onStored"]>();
  const onRefused = vi.fn<Tools["onRefused"]>();

  beforeEach(() => {
    vi.clearAllMocks();
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    uploads = new FormPhotos({ ...tools, sendsAtOnce: true, onStored, onRefused });
  });

  const namesIn = (list: PhotoList<string>) => shownPhotos(list).map(({ name }) => name);

  test("sends one photo after the other, and leaves out those that fail", async () => {
    const arrival = Promise.withResolvers<void>();
    tools.upload.mockImplementationOnce(() => arrival.promise);
    tools.upload.mockRejectedValueOnce(new UploadError(500, "broken"));
    const done = uploads.add(["a.jpg", "b.jpg", "bad.jpg", "c.jpg"].map(file));
    await vi.waitFor(() => expect(tools.upload).toHaveBeenCalledTimes(1));
    expect(namesIn(uploads.snapshot())).toEqual([]);
    arrival.resolve();
    await done;
    expect(namesIn(uploads.snapshot())).toEqual(["a.jpg", "c.jpg"]);
    expect(images()).toHaveLength(2);
    expect(uploads.snapshot().refusals.map(({ name, problem }) => [name, problem])).toEqual([
      ["b.jpg", undefined],
      ["bad.jpg", "corrupted"],
    ]);
    expect(onRefused.mock.calls).toEqual([
      ["b.jpg", new UploadError(500, "broken")],
      ["bad.jpg", new ImageError("corrupted")],
    ]);
    expect(onStored.mock.calls.map(([list]) => list.length)).toEqual([1, 2]);

    await uploads.add([file("d.jpg")]);
    expect(uploads.snapshot().refusals).toEqual([]);
  });

  test("tells once that there is no room", async () => {
    await uploads.add(["a", "b", "c", "d", "e", "f", "g"].map(file));
    expect(onRefused.mock.calls).toEqual([["f", undefined]]);
    expect(uploads.snapshot().refusals.map(({ name }) => name)).toEqual(["f", "g"]);
  });

  test("frames a stored photo from the member's file, and keeps it when that fails", async () => {
    await uploads.add([file("a.jpg")]);
    const [before] = images();
    const frame = { turns: 0, part: "whole" } as const;
    const { photo } = await uploads.photoOf(before!);
    expect((photo as File).name).toBe("a.jpg");
    tools.upload.mockRejectedValueOnce(new UploadError(0, "no answer"));
    await expect(uploads.frame(before!.id, photo, frame)).rejects.toBeInstanceOf(UploadError);
    expect(images()).toEqual([{ ...before, problem: undefined }]);
    await uploads.frame(before!.id, photo, frame);
    expect(images()).toMatchObject([{ id: before!.id, step: "sent", frame }]);
    expect(onStored).toHaveBeenCalledTimes(1); // the same path: nothing new to keep
  });

  test("tells what is stored after each change, but not of what was stored before", async () => {
    uploads.reset([storedPhoto("one", "me/1-one.webp"), storedPhoto("two", "me/2-two.webp")]);
    expect(onStored).not.toHaveBeenCalled();
    uploads.move("two", -1);
    expect(onStored).toHaveBeenLastCalledWith(["me/2-two.webp", "me/1-one.webp"]);
    uploads.remove("two");
    expect(onStored).toHaveBeenLastCalledWith(["me/1-one.webp"]);
  });
});
