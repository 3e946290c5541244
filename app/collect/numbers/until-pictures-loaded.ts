/** A picture that doesn't come holds nothing up for longer, in milliseconds. */
const LONGEST_MS = 30_000;

/** Loads all pictures of an element, also those far down, and waits until they are there. */
export async function untilPicturesLoaded(element: HTMLElement | null): Promise<void> {
  const pictures = [...(element?.querySelectorAll("img") ?? [])];
  const loaded = pictures.map(async (picture) => {
    picture.loading = "eager";
    // A picture that fails is replaced by its alternative text, or by the drawing.
    await picture.decode().catch(() => undefined);
  });
  const late = new Promise((resolve) => setTimeout(resolve, LONGEST_MS));
  await Promise.race([Promise.all(loaded), late]);
}
