/** Joins class names, leaving out what is absent. The last word is the caller's: no conflicts are resolved. */
export { cx } from "class-variance-authority";
