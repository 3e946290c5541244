import { notFound } from "../../../shared/address/not-found.ts";

/** Answers every path that matches no other screen. */
export function loader(): never {
  throw notFound();
}

export default function NotFound() {
  return null;
}
