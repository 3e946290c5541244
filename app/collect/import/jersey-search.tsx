import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";
import type { Candidate } from "../domain/exchange/dry-run.ts";
import { Field } from "../../shared/ui/field.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { Spinner } from "../../shared/ui/spinner.tsx";
import { useDebouncedValue } from "../../shared/components/use-debounced-value.ts";
import { jerseysToChoose } from "../data/exchange/candidate-jerseys.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { useCandidateName } from "./jersey-choice.tsx";

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

/** Finds the jersey of a line by words. */
function JerseySearch({
  initial,
  onFound,
}: {
  /** What the line says. */
  initial: string;
  onFound: (candidate: Candidate) => void;
}) {
  const { t } = useTranslation(["exchange", "catalogue"]);
  const lang = useLanguage();
  const name = useCandidateName();
  const [text, setText] = useState(initial);
  const query = useDebouncedValue(text);
  const { data: found, isFetching, isError } = useMemberQuery(jerseysToChoose(query, lang));
  return (
    <div className="grid max-w-prose grid-cols-1 gap-2">
      <Field label={t("check.search.label")}>
        <Input
          type="search"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <p role="status" className="flex items-center gap-2 text-sm text-muted empty:hidden">
        {isFetching && <Spinner />}
        {isError && t("catalogue:search.failed")}
        {found?.length === 0 && t("check.search.nothing")}
      </p>
      {found && found.length > 0 && (
        <ul aria-label={t("catalogue:search.found")} className="grid gap-1">
          {found.map((candidate) => (
            <li key={candidate.id}>
              <Button
                variant="outline"
                size="sm"
                className="h-auto min-h-11 w-full justify-start py-2 text-left whitespace-normal"
                onClick={() => onFound(candidate)}
              >
                {name(candidate)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
