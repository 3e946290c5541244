import { Check, Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link, useLocation, useRevalidator } from "react-router";

import { useAddShirtHref } from "../../shared/address/use-add-shirt-href.ts";
import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import { useDebouncedValue } from "../../shared/components/use-debounced-value.ts";
import { ownShirts } from "../../collect/data/copies/copies.ts";
import type { Copy } from "../../collect/domain/copies/copy.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { queryClient } from "../../shared/data/query-client.ts";
import { namesTeam, namesYear, type StoredSummary } from "../../shared/domain/jersey.ts";
import { foundText, isFound, soughtWords } from "../../shared/domain/found-text.ts";
import { SHORTEST_QUERY, tidyQuery } from "../../shared/domain/search-text.ts";
import { localJersey } from "../../shared/i18n/catalogue-names.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { Field } from "../../shared/ui/field.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { foundJerseys } from "../data/found-jerseys.ts";
import { ownList, ownSummary, shirtId } from "../data/own-lists.ts";
import { useListWrites } from "./use-list-writes.ts";

/**
 * Finds jerseys by words, for the member whose list it is: a press puts one into the list, or takes it out. What was found
 * stays for the next one, and the words are selected, to be replaced. A new list begins in the field. Lazy: others never see it.
 */
export default function AddJerseys({ userId, listId }: { userId: string; listId: string }) {
  const { t } = useTranslation(["lists", "catalogue"]);
  const lang = useLanguage();
  const addShirt = useAddShirtHref();
  const { revalidate } = useRevalidator();
  const isNew = useLocation().state?.isNew === true;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isNew) field.current!.focus();
  }, [isNew]);
  const selectWords = () => {
    field.current!.focus();
    field.current!.select();
  };
  const [typed, type] = useState("");
  const query = tidyQuery(typed);
  const { data: found, isError } = useMemberQuery(foundJerseys(useDebouncedValue(query), lang));
  const { data: list } = useMemberQuery(ownList(userId, listId));
  const writes = useListWrites(userId, listId);
  const { data: copies = [] } = useMemberQuery({ ...ownShirts(userId), enabled: query !== "" });
  const itemOf = (id: string) =>
    list?.items.find((item) => shirtId(item) === id || item.jersey?.id === id);
  // A public list is part of the page.
  const show = () => void (list?.is_public && revalidate());
  const shown =
    query.length >= SHORTEST_QUERY && found ? [...ownAmong(copies, query), ...found] : undefined;
  async function addFirst() {
    if (query.length < SHORTEST_QUERY) return;
    // Enter may come before the answer: what is shown until then is of the words before.
    const answer = await queryClient.fetchQuery(foundJerseys(query, lang)).catch(() => []);
    const first = [...ownAmong(copies, query), ...answer].find(({ id }) => !itemOf(id));
    if (!first) return;
    writes.add(first, show);
    selectWords();
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void addFirst();
        }}
      >
        <Field label={t("editor.search")} className="max-w-xl">
          <Input
            ref={field}
            type="search"
            autoComplete="off"
            enterKeyHint="done"
            placeholder={t("editor.searchExample")}
            value={typed}
            onChange={({ target }) => type(target.value)}
          />
        </Field>
      </form>
      <p role="status" className="text-sm text-muted empty:hidden">
        {isError ? t("catalogue:search.failed") : shown?.length === 0 && t("editor.searchNone")}
      </p>
      {shown?.length === 0 && (
        <Link
          to={addShirt(query)}
          className={button({ variant: "outline", size: "sm", className: "justify-self-start" })}
        >
          {t("editor.ownFirst")}
        </Link>
      )}
      {shown && shown.length > 0 && (
        <ul
          aria-label={t("catalogue:search.found")}
          className="grid max-h-80 grid-cols-1 gap-2 overflow-y-auto p-1 sm:grid-cols-2 lg:grid-cols-3"
        >
          {shown.map((jersey) => {
            const item = itemOf(jersey.id);
            return (
              <li key={jersey.id}>
                <FoundJersey
                  jersey={jersey}
                  isIn={item !== undefined}
                  onPress={(isByPointer) => {
                    if (item) return writes.remove(shirtId(item), show);
                    writes.add(jersey, show);
                    // By the keyboard, the focus stays where it is.
                    if (isByPointer) selectWords();
                  }}
                />
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

/** The member's shirts without a page that say all these words. */
function ownAmong(copies: readonly Copy[], query: string): StoredSummary[] {
  const sought = soughtWords(query);
  return copies.flatMap(({ id, former_jersey: former, printed_name, printed_number }) => {
    const said = foundText(former?.title, former?.team, printed_name, printed_number);
    return former && isFound(said, sought) ? [ownSummary(id, former)] : [];
  });
}

function FoundJersey({
  jersey,
  isIn,
  onPress,
}: {
  jersey: StoredSummary;
  isIn: boolean;
  onPress: (isByPointer: boolean) => void;
}) {
  const { t } = useTranslation("common");
  const local = localJersey(jersey, useLanguage());
  const { title, team, year, kit_type } = local;
  const Icon = isIn ? Check : Plus;
  return (
    <button
      type="button"
      aria-pressed={isIn}
      // The field keeps the focus, and a phone its keyboard.
      onMouseDown={(event) => event.preventDefault()}
      onClick={({ detail }) => onPress(detail > 0)}
      className={cx(
        "flex min-h-14 w-full items-center gap-3 rounded-xl border p-1.5 pr-3 text-left",
        isIn ? "border-ink bg-surface" : "border-line hover:border-control",
      )}
    >
      <span className="size-12 shrink-0 overflow-hidden rounded-lg">
        <JerseyImage
          jersey={jersey}
          path={jersey.images[0]?.path}
          alt=""
          sizes="3rem"
          largest={160}
        />
      </span>
      <span className="grid min-w-0 grow">
        <span className="font-semibold wrap-anywhere">{title}</span>
        <span className="truncate text-sm text-muted empty:hidden">
          {[
            !namesTeam(local) && team,
            !namesYear(local) && year,
            kit_type && t(`kitType.${kit_type}`),
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </span>
      <Icon aria-hidden className="size-5 shrink-0" />
    </button>
  );
}
