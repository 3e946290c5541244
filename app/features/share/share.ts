import { saveFile } from "../../browser/save-file.ts";

/** What became of an address: `refused` if neither sheet nor clipboard took it. */
export type Shared = "shared" | "copied" | "refused";

/** The address of a page as it is shared: without the place in the page or in a list. */
export function sharedAddress(open: string): string {
  const address = new URL(open);
  address.hash = "";
  address.searchParams.delete("after");
  return address.href;
}

/** Hands an address to the system's sheet; without one, copies it. */
export async function shareAddress(title: string, url: string): Promise<Shared> {
  // `share` is missing where the system has no sheet.
  if ("share" in navigator && (await isTaken({ title, text: title, url }))) return "shared";
  try {
    await navigator.clipboard.writeText(url);
    return "copied";
  } catch {
    return "refused";
  }
}

/** Hands a picture to the system's sheet; without one for files, saves it. */
export async function sharePicture(title: string, path: string, name: string): Promise<void> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const picture = new File([await answer.blob()], name, { type: "image/jpeg" });
  const content = { title, files: [picture] };
  if (navigator.canShare?.(content) && (await isTaken(content))) return;
  saveFile(name, picture.type, picture);
}

/** True if the sheet opened, also if it was closed without a choice. */
async function isTaken(content: ShareData): Promise<boolean> {
  try {
    await navigator.share(content);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError";
  }
}
