import { saveFile } from "./save-file.ts";

/** Hands a file to the system's sheet; where there is none for files, saves it. */
export async function shareFile(title: string, file: File): Promise<void> {
  const content = { title, files: [file] };
  if (navigator.canShare?.(content) && (await isShared(content))) return;
  saveFile(file.name, file.type, file);
}

/** True if the system's sheet opened, also if it was closed without a choice. */
export async function isShared(content: ShareData): Promise<boolean> {
  try {
    await navigator.share(content);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError";
  }
}
