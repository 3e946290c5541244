import { isShared, shareFile } from "../../shared/browser/share-file.ts";

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
  if ("share" in navigator && (await isShared({ title, text: title, url }))) return "shared";
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
  await shareFile(title, new File([await answer.blob()], name, { type: "image/jpeg" }));
}
