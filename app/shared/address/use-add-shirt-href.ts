import { useHref } from "./use-href.ts";

/** Returns a function for the address of the field that adds any shirt to the collection, with words in it. */
export function useAddShirtHref(): (words: string) => string {
  const collection = useHref()("accountSection", { section: "collection" });
  return (words) => `${collection}?${new URLSearchParams({ add: words })}`;
}
