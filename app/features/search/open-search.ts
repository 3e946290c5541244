const openers = new Set<() => void>();

/** Opens the search dialog. `SearchButton` listens for this. */
export function openSearch(): void {
  for (const open of openers) open();
}

export function onOpenSearch(open: () => void): () => void {
  openers.add(open);
  return () => openers.delete(open);
}
