import { Pencil } from "lucide-react";
import { createContext, type ReactNode, use, useEffect, useState } from "react";

import { emptyWord } from "../../shared/i18n/jersey-changes.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

/** The facts of a correction form, of which those that are corrected are fields. */
interface FoldedFacts {
  isOpen: (name: string) => boolean;
  /** False for the facts that a link to one of them leaves out. */
  isListed: (name: string) => boolean;
  open: (name: string) => void;
  /** The stored value, in words. */
  valueOf: (name: string) => string | undefined;
}

/** Without it, each fact is a field. */
export const FoldedFactsContext = createContext<FoldedFacts | undefined>(undefined);

/** A free text belongs to the list that lacks it. */
const LISTS: Partial<Record<string, string>> = { team: "team_id", brand: "brand_id" };

const factOf = (name: string) => LISTS[name] ?? name;

/** Which facts are fields: those that were pressed, that differ, or whose value is refused. */
export function useFoldedFacts({
  first,
  corrected,
  focus,
  valueOf,
}: {
  /** The fact of the link that led here: the only one until all are asked for. */
  first: string | undefined;
  /** The fields that differ or whose value is refused. */
  corrected: readonly string[];
  focus: (name: string) => void;
  valueOf: (name: string) => string | undefined;
}) {
  const [opened, setOpened] = useState<readonly string[]>(first === undefined ? [] : [first]);
  const [isWhole, setWhole] = useState(first === undefined);
  // An object: the same fact can be asked for again.
  const [wanted, setWanted] = useState(() => (first === undefined ? undefined : { name: first }));
  const others = corrected.map(factOf).filter((name) => !opened.includes(name));
  if (others.length > 0) setOpened([...new Set([...opened, ...others])]);
  useEffect(() => {
    if (wanted) focus(wanted.name);
  }, [wanted, focus]);

  function open(name: string) {
    setWanted({ name });
    setOpened([...new Set([...opened, factOf(name)])]);
  }

  const isOpen = (name: string) => opened.includes(factOf(name));
  return {
    facts: {
      ...{ isOpen, open, valueOf },
      isListed: (name: string) => isWhole || isOpen(name),
    } satisfies FoldedFacts,
    isWhole,
    showAll: () => setWhole(true),
  };
}

/** A fact as its field, or folded: its name and value, which a press turns into the field. */
export function FoldableFact({
  name,
  label,
  children,
}: {
  name: string;
  label: string;
  children: ReactNode;
}) {
  const facts = use(FoldedFactsContext);
  const empty = emptyWord(useLanguage());
  if (!facts) return children;
  if (facts.isOpen(name)) return <div className="border-t border-line py-3">{children}</div>;
  if (!facts.isListed(name)) return null;
  return (
    <button
      type="button"
      onClick={() => facts.open(name)}
      className="grid min-h-11 w-full grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] items-center gap-3 border-t border-line text-left text-sm hover:bg-surface"
    >
      <span className="text-muted">{label} </span>
      <span className="truncate font-medium">
        {facts.valueOf(name) ?? <em className="font-normal text-muted">{empty}</em>}
      </span>
      <Pencil aria-hidden className="size-4 text-muted" />
    </button>
  );
}
