/** The title of a page's window: what the page is about, then the site's name. */
export const titled = (title: string): string => `${title} | Maillothèque`;
