import { isShared, shareFile } from "../../shared/browser/share-file.ts";

/** The address of a page as it is shared: without the place in the page or in a list. */
export function sharedAddress(open: string): string {
  const address = new URL(open);
  address.hash = "";
  address.searchParams.delete("after");
  return address.href;
}

/** Copies a text. @returns false if the browser has no clipboard or refuses it */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Hands an address to the system's sheet. A sheet that is closed without a choice is no failure. */
export async function shareAddress(title: string, url: string): Promise<void> {
  if (!(await isShared({ title, text: title, url }))) throw new Error("the sheet didn't open");
}

/** Hands a picture to the system's sheet; without one for files, saves it. */
export async function sharePicture(title: string, path: string, name: string): Promise<void> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  await shareFile(title, new File([await answer.blob()], name, { type: "image/jpeg" }));
}
