import { notFound } from "../../address/not-found.ts";

/** Answers every address that no other screen does. */
export function loader(): never {
  throw notFound();
}

export default function NotFound() {
  return null;
}
