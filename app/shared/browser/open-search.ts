/** `field`: a field of the page whose text the dialog takes over, and gives back when it closes. */
type Opener = (field?: HTMLInputElement) => void;

const openers = new Set<Opener>();

/** Opens the search dialog. `SearchButton` listens for this. */
export function openSearch(field?: HTMLInputElement): void {
  for (const open of openers) open(field);
}

export function onOpenSearch(open: Opener): () => void {
  openers.add(open);
  return () => openers.delete(open);
}
