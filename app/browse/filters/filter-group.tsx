import { ChevronDown } from "lucide-react";
import { type ReactNode, Suspense, useId, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { EMPTY_QUERY, MOST_VALUES } from "../domain/catalogue-query.ts";
import { SHORTEST_QUERY } from "../../shared/domain/search-text.ts";
import { foundText, isFound, soughtWords } from "../../shared/domain/found-text.ts";
import { FilterLink } from "./filter-link.tsx";
import { FilterValue } from "./filter-value.tsx";
import type { OfferedValue } from "./offered.ts";

/** Values that a long list shows before "show all". */
const FIRST = 10;

/** The values of a short filter. */
export function ValueList({
  values,
  className = "filter-values",
  hasBars = false,
  isFull = isFullOf(values),
}: {
  values: readonly OfferedValue[];
  className?: string;
  /** True for values that are compared: each has a bar as long as its count. */
  hasBars?: boolean;
  /** True if the filter takes no more values; given by a filter whose values are in several lists. */
  isFull?: boolean;
}) {
  const most = Math.max(1, ...values.map(({ count }) => count));
  return (
    <ul className={className}>
      {values.map((value) => (
        <li key={value.key}>
          <FilterValue
            value={value}
            isFull={isFull}
            share={hasBars ? value.count / most : undefined}
          />
        </li>
      ))}
    </ul>
  );
}

/** Says why a filter takes no more values. */
export function FullHint({ values }: { values: readonly OfferedValue[] }) {
  const { t } = useTranslation("filters");
  if (!isFullOf(values)) return null;
  return <p className="mt-1 text-xs text-muted">{t("most", { count: MOST_VALUES })}</p>;
}

function isFullOf(values: readonly OfferedValue[]): boolean {
  return values.filter(({ isChosen }) => isChosen).length >= MOST_VALUES;
}

/**
 * The values of a long filter: the first ten, the others folded, and with scripts a field that
 * searches all of them.
 */
export function LongValueList({
  title,
  values,
  isCut,
  others,
}: {
  title: string;
  values: readonly OfferedValue[];
  /** True if there are more values than the page has. */
  isCut: boolean;
  /** What words find beyond the values of the page. */
  others?: ((words: string) => ReactNode) | undefined;
}) {
  const { t } = useTranslation(["filters", "common"]);
  const [text, setText] = useState("");
  const id = useId();
  if (values.length <= FIRST && !others) return <ValueList values={values} />;
  const isFull = isFullOf(values);
  const wanted = soughtWords(text);
  const rest = values.slice(FIRST);
  return (
    <>
      <FullHint values={values} />
      <Input
        type="search"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        aria-label={t("common:of", { label: t("common:search.open"), name: title })}
        aria-controls={id}
        placeholder={t("common:of", { label: t("common:search.open"), name: title })}
        className="needs-scripts mb-2 h-10! text-sm!"
      />
      <div id={id}>
        {wanted.length > 0 ? (
          <Matches
            values={values.filter(({ label, also }) => isFound(foundText(label, also), wanted))}
            words={text.trim()}
            isCut={isCut}
            isFull={isFull}
            others={others}
          />
        ) : (
          <>
            <ValueList values={values.slice(0, FIRST)} isFull={isFull} />
            {rest.length > 0 && (
              <RestOfValues values={rest} count={values.length} isCut={isCut} isFull={isFull} />
            )}
          </>
        )}
      </div>
    </>
  );
}

function RestOfValues({
  values,
  count,
  isCut,
  isFull,
}: {
  values: readonly OfferedValue[];
  count: number;
  isCut: boolean;
  isFull: boolean;
}) {
  const { t } = useTranslation("filters");
  // Only at first: what people fold stays folded.
  const [isOpen] = useState(() => values.some(({ isChosen }) => isChosen));
  return (
    <details open={isOpen} className="fold filter-rest">
      <summary>
        {t("list.all", { count })}
        <ChevronDown aria-hidden />
      </summary>
      <ValueList values={values} isFull={isFull} />
      {isCut && <p className="mt-1 text-xs text-muted">{t("list.more")}</p>}
    </details>
  );
}

/** The values that a text finds; the words of the catalogue find what the page doesn't have. */
function Matches({
  values,
  words,
  isCut,
  isFull,
  others,
}: {
  values: readonly OfferedValue[];
  words: string;
  isCut: boolean;
  isFull: boolean;
  others: ((words: string) => ReactNode) | undefined;
}) {
  const { t } = useTranslation("filters");
  return (
    <>
      <p role="status" className={values.length > 0 || others ? "sr-only" : "text-sm text-muted"}>
        {values.length > 0 ? values.length : t("list.nothing")}
      </p>
      <ValueList values={values} isFull={isFull} />
      {!isFull && words.length >= SHORTEST_QUERY && <Suspense>{others?.(words)}</Suspense>}
      {words.length >= SHORTEST_QUERY && (isCut || values.length === 0) && (
        <FilterLink query={{ ...EMPTY_QUERY, q: words }} className="filter-more">
          {t("list.words", { words })}
        </FilterLink>
      )}
    </>
  );
}
