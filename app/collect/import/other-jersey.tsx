import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";
import type { Candidate } from "../domain/exchange/dry-run.ts";
import { JerseySearch } from "./jersey-search.tsx";

/** Opens a search for a jersey that is not among those that a line may mean. */
export function OtherJersey({
  said: { team, title, season, year },
  onFound,
}: {
  /** What the line says of its jersey. */
  said: Partial<Record<"team" | "title" | "season" | "year", string | number | null>>;
  onFound: (candidate: Candidate) => void;
}) {
  const { t } = useTranslation("exchange");
  const [isSearching, setSearching] = useState(false);
  return (
    <>
      <Button
        variant="link"
        size="sm"
        className="justify-self-start"
        aria-expanded={isSearching}
        onClick={() => setSearching(!isSearching)}
      >
        {t("check.search.open")}
      </Button>
      {isSearching && (
        <JerseySearch
          initial={[team || title, season || year].filter(Boolean).join(" ")}
          onFound={(candidate) => {
            onFound(candidate);
            setSearching(false);
          }}
        />
      )}
    </>
  );
}
