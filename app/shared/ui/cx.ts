/**
 * Joins class names and skips falsy values. It resolves no conflicts: `className` of the caller
 * goes last.
 */
export { cx } from "class-variance-authority";
