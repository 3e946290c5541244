import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { shareAddress, sharedAddress, sharePicture } from "./share.ts";

const ADDRESS = "https://site.example/team/1";
type Share = typeof navigator.share;
type WriteText = typeof navigator.clipboard.writeText;

const saved = vi.hoisted(() => [] as string[]);

vi.mock("../../shared/browser/save-file.ts", () => ({
  saveFile: (name: string) => saved.push(name),
}));

/** What the browser offers; the tests run without one. */
function browser(abilities: object): void {
  vi.stubGlobal("navigator", abilities);
}

beforeEach(() => {
  saved.length = 0;
  vi.stubGlobal("fetch", async () => new Response("picture"));
});
afterEach(() => vi.unstubAllGlobals());

test("a shared address has its filters, but no place in the page or in a list", () => {
  expect(sharedAddress("https://site.example/team/1?decade=1990&after=3_x#maillots")).toBe(
    "https://site.example/team/1?decade=1990",
  );
});

test("the system's sheet gets address and text", async () => {
  const share = vi.fn<Share>(async () => {});
  browser({ share });
  expect(await shareAddress("PSG", ADDRESS)).toBe("shared");
  expect(share).toHaveBeenCalledWith({ title: "PSG", text: "PSG", url: ADDRESS });
});

test("a sheet that is closed copies nothing", async () => {
  const writeText = vi.fn<WriteText>();
  const share = () => Promise.reject(new DOMException("", "AbortError"));
  browser({ share, clipboard: { writeText } });
  expect(await shareAddress("PSG", ADDRESS)).toBe("shared");
  expect(writeText).not.toHaveBeenCalled();
});

test("without a sheet, or if it fails, the address is copied", async () => {
  const writeText = vi.fn<WriteText>(async () => {});
  browser({ clipboard: { writeText } });
  expect(await shareAddress("PSG", ADDRESS)).toBe("copied");
  const share = () => Promise.reject(new DOMException("", "NotAllowedError"));
  browser({ share, clipboard: { writeText } });
  expect(await shareAddress("PSG", ADDRESS)).toBe("copied");
  expect(writeText.mock.calls).toEqual([[ADDRESS], [ADDRESS]]);
});

test("a refused or missing clipboard is told", async () => {
  browser({});
  expect(await shareAddress("PSG", ADDRESS)).toBe("refused");
  browser({ clipboard: { writeText: () => Promise.reject(new DOMException()) } });
  expect(await shareAddress("PSG", ADDRESS)).toBe("refused");
});

test("a picture is shared where the sheet takes files, otherwise saved", async () => {
  const share = vi.fn<Share>(async () => {});
  browser({ share, canShare: () => true });
  await sharePicture("PSG", "/og/team/1.fr.jpg", "psg.jpg");
  expect(share.mock.calls[0]?.[0]?.files?.[0]?.name).toBe("psg.jpg");
  expect(saved).toEqual([]);

  browser({ share, canShare: () => false });
  await sharePicture("PSG", "/og/team/1.fr.jpg", "psg.jpg");
  expect(saved).toEqual(["psg.jpg"]);
});

test("a picture that can't be fetched fails", async () => {
  vi.stubGlobal("fetch", async () => new Response("", { status: 404 }));
  browser({});
  await expect(sharePicture("PSG", "/og/team/1.fr.jpg", "psg.jpg")).rejects.toThrow("404");
});
