/** Of a list, as its table's constraints: characters of its title, its text and the note on a jersey, and of its member's name. */
export const LIST = { title: 80, text: 1_000, note: 200, name: 60 };

/** Of what a member's page shows: characters of the text and of a shirt's line, shirts, and clubs. */
export const SHOWCASE = { about: 160, line: 140, shirts: 5, clubs: 3 };
