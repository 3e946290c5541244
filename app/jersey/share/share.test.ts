import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { copyText, shareAddress, sharedAddress, sharePicture } from "./share.ts";

const ADDRESS = "https://site.example/team/1";
type Share = typeof navigator.share;
type WriteText = typeof navigator.clipboard.writeText;

const saved = vi.hoisted(() => {
  // Another file of this worker may have loaded them without the mock.
  vi.resetModules();
  return [] as string[];
});

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
  await shareAddress("PSG", ADDRESS);
  expect(share).toHaveBeenCalledWith({ title: "PSG", text: "PSG", url: ADDRESS });
});

test("a sheet that is closed is no failure, one that doesn't open is", async () => {
  browser({ share: () => Promise.reject(new DOMException("", "AbortError")) });
  await shareAddress("PSG", ADDRESS);
  browser({ share: () => Promise.reject(new DOMException("", "NotAllowedError")) });
  await expect(shareAddress("PSG", ADDRESS)).rejects.toThrow("didn't open");
});

test("an address is copied, unless the clipboard is missing or refuses", async () => {
  const writeText = vi.fn<WriteText>(async () => {});
  browser({ clipboard: { writeText } });
  expect(await copyText(ADDRESS)).toBe(true);
  expect(writeText).toHaveBeenCalledWith(ADDRESS);
  browser({});
  expect(await copyText(ADDRESS)).toBe(false);
  browser({ clipboard: { writeText: () => Promise.reject(new DOMException()) } });
  expect(await copyText(ADDRESS)).toBe(false);
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
