/** The heights of members' parts of pages, in pixels, by path and width of the window, the latest last. */
export const KEPT_SPACE_KEY = "maillotheque.space";

/** Paths that are remembered. */
const MOST = 50;

const here = () => `${location.pathname} ${innerWidth}`;

function known(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(KEPT_SPACE_KEY) ?? "{}") as Record<string, number>;
  } catch {
    return {}; // storage is forbidden
  }
}

/** The height at the last visit of this page, or 0. */
export const keptSpace = (): number => known()[here()] ?? 0;

/** Remembers a height for the next visit. */
export function keepSpace(height: number): void {
  const { [here()]: _before, ...others } = known();
  const spaces = Object.entries({ ...others, [here()]: height }).slice(-MOST);
  try {
    localStorage.setItem(KEPT_SPACE_KEY, JSON.stringify(Object.fromEntries(spaces)));
  } catch {
    // Storage is full or forbidden: the page moves.
  }
}
