/** The state of the address of one's own page that opens at once what a member shows there. */
export const SHOW = "show";
