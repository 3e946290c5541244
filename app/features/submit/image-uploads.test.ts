import { beforeEach, describe, expect, test, vi } from "vitest";

import { UploadError } from "../../data/images/upload.ts";
import { ImageError } from "../../browser/image/prepare.ts";
import {
  ImageUploads,
  SessionEndedError,
  type Tools,
  ImagesNotSentError,
} from "./image-uploads.ts";

const webp = new Blob(["webp"], { type: "image/webp" });
const file = (name: string) => new File(["photo"], name, { type: "image/jpeg" });

let tools: { [K in keyof Tools]: ReturnType<typeof vi.fn<Tools[K]>> };
let desk: ImageUploads;

beforeEach(() => {
  tools = {
    prepare: vi.fn<Tools["prepare"]>(async (chosen) => {
      if (chosen.name.startsWith("bad")) throw new ImageError("corrupted");
      const side = chosen.name.startsWith("large") ? 7000 : 1000;
      return { blob: webp, source: { width: side, height: side } };
    }),
    upload: vi.fn<Tools["upload"]>(async ({ onProgress }) => onProgress(1)),
    discard: vi.fn<Tools["discard"]>(async () => undefined),
    save: vi.fn<Tools["save"]>(),
  };
  desk = new ImageUploads("me", tools);
});

const images = () => desk.snapshot().images;
const idOf = (name: string) => images().find((image) => image.name === name)!.id;
const add = async (...names: string[]) => {
  desk.add(names.map(file));
  await vi.waitFor(() => expect(images().every(({ step }) => step !== "preparing")).toBe(true));
};

test("good files become ready, bad ones are refused, large ones noted", async () => {
  await add("a.jpg", "bad.jpg", "large.jpg");
  expect(images()).toMatchObject([
    { name: "a.jpg", step: "ready" },
    { name: "large.jpg", step: "ready", megapixels: 49 },
  ]);
  expect(images()[0]!.megapixels).toBeUndefined();
  expect(desk.snapshot().refusals).toMatchObject([{ name: "bad.jpg", problem: "corrupted" }]);
  expect(tools.save).toHaveBeenLastCalledWith(images());
});

test("five at most, however many bad ones are among them", async () => {
  await add("bad1", "a", "b", "bad2", "c", "d", "e", "f", "g");
  expect(images().map(({ name }) => name)).toEqual(["a", "b", "c", "d", "e"]);
  expect(desk.snapshot().refusals.map(({ name, problem }) => `${name} ${problem}`)).toEqual([
    "bad1 corrupted",
    "bad2 corrupted",
    "f tooMany",
    "g tooMany",
  ]);
});

describe("sending", () => {
  test("says where the images are, in their order, under names made of theirs", async () => {
    await add("Domicile été.JPG", "dos.png");
    desk.move(idOf("dos.png"), -1);
    const paths = await desk.sendAll();
    expect(paths).toHaveLength(2);
    expect(paths[0]).toMatch(/^me\/[0-9a-f-]{36}-dos\.webp$/);
    expect(paths[1]).toMatch(/^me\/[0-9a-f-]{36}-domicile-ete\.webp$/);
  });

  test("one failure leaves the others stored; only it is sent again", async () => {
    await add("a.jpg", "b.jpg");
    tools.upload.mockImplementationOnce(async () => {
      throw new UploadError(0, "no answer");
    });
    await expect(desk.sendAll()).rejects.toEqual(new ImagesNotSentError(1));
    expect(images()).toMatchObject([{ step: "failed", problem: "offline" }, { step: "sent" }]);
    await desk.send(idOf("a.jpg"));
    expect(await desk.sendAll()).toHaveLength(2);
    expect(tools.upload).toHaveBeenCalledTimes(3);
  });

  test("what is being sent again already is waited for, not sent twice", async () => {
    await add("a.jpg");
    const arrival = Promise.withResolvers<void>();
    tools.upload.mockImplementationOnce(() => arrival.promise);
    void desk.send(idOf("a.jpg"));
    const all = desk.sendAll();
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
    await expect(desk.sendAll()).rejects.toBeInstanceOf(thrown);
  });

  test("cancelling one leaves it ready", async () => {
    await add("a.jpg");
    tools.upload.mockImplementationOnce(
      ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    );
    const sending = desk.sendAll();
    desk.cancel(idOf("a.jpg"));
    await expect(sending).rejects.toEqual(new ImagesNotSentError(1));
    expect(images()).toMatchObject([{ step: "ready" }]);
  });
});

test("removing a stored image, or clearing all, deletes the files", async () => {
  await add("a.jpg", "b.jpg");
  const [a, b] = await desk.sendAll();
  desk.remove(idOf("a.jpg"));
  expect(tools.discard).toHaveBeenLastCalledWith([a]);
  desk.clear({ keepFiles: false });
  expect(tools.discard).toHaveBeenLastCalledWith([b]);
  expect(tools.save).toHaveBeenLastCalledWith([]);
});

test("after a submission the files stay", async () => {
  await add("a.jpg");
  await desk.sendAll();
  desk.clear({ keepFiles: true });
  expect(tools.discard).not.toHaveBeenCalled();
});
