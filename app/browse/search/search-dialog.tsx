import { Command } from "cmdk";
import { Search, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from "react";
import { useNavigate } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { afterClosing } from "../../shared/browser/overlay-history.ts";
import { OwnFound } from "../../collect/collection/own-found.tsx";
import { useCloseOnBack } from "../../shared/ui/use-close-on-back.ts";
import { Palette } from "./palette.tsx";
import { LONGEST_QUERY, SHORTEST_QUERY, tidyQuery } from "../../shared/domain/search-text.ts";
import { countFound, type Found, NOTHING } from "../../shared/data/search/search.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { rememberSearch } from "./recent-searches.ts";
import { ColorsGroup, Instead, KitsGroup, Matches, OwnGroup } from "./groups.tsx";
import { Option, type Pick } from "./options.tsx";
import { resultsPath } from "./query-param.ts";
import { Starters } from "./starters.tsx";
import type { TypedEarly } from "./typed-early.ts";
import { type SearchState, useSearch } from "./use-search.ts";

/** The value of no option. An empty one would make `Command` choose the first. */
const NO_OPTION = "none";

/**
 * Searches jerseys, teams and competitions while the visitor types. Works by mouse and by keyboard
 * alone.
 */
export function SearchDialog({
  field,
  typed,
  onClose,
}: {
  /** The field of the page that opened the dialog. */
  field?: HTMLInputElement | undefined;
  typed?: TypedEarly | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation("search");
  const { t: common } = useTranslation();
  const { text, type, state } = useSearch(field?.value ?? typed?.text);
  useBorrowedText(field, text);
  const navigate = useNavigate();
  const lang = useLanguage();
  const query = tidyQuery(text);
  const found = state.status === "idle" ? undefined : state.found;
  const total = found && countFound(found);
  // `Command` selects the first option of a new list for Enter, but keeps its selection when the
  // options are replaced. A new key remounts the list and resets the selection.
  const [list, setList] = useState({ found, n: 0 });
  const [chosen, setChosen] = useState("");
  if (list.found !== found) {
    setList({ found, n: list.n + 1 });
    setChosen("");
  }
  const choose = (value: string) =>
    setChosen(chosen === "" && found && !isMeant(found) ? NO_OPTION : value);
  const isUnused = state.status === "idle" && text === "";
  useCloseOnBack(onClose);
  const go: Pick = (path, options) => {
    if (query.length >= SHORTEST_QUERY) rememberSearch(query);
    onClose();
    afterClosing(() => void navigate(path, options));
  };
  const own = (
    <OwnFound query={query}>{(shirts) => <OwnGroup shirts={shirts} onPick={go} />}</OwnFound>
  );
  return (
    <Palette title={common("search.label")} onClose={onClose}>
      <Command
        shouldFilter={false}
        loop
        value={chosen}
        onValueChange={choose}
        label={common("search.label")}
        className="contents"
      >
        <div className="flex items-center gap-3 border-b border-line pr-3 pl-5">
          <Search aria-hidden className="size-5 shrink-0 text-muted" />
          <Command.Input
            value={text}
            onValueChange={type}
            maxLength={LONGEST_QUERY}
            placeholder={common("search.placeholder")}
            // Enter leads to the page of results while the search runs, and where only near results were found.
            onKeyDown={(event) => {
              if (event.key === "Enter" && event.shiftKey) return pressHave(event);
              if (event.key !== "Enter" || (state.status === "done" && chosen !== NO_OPTION))
                return;
              if (event.nativeEvent.isComposing || query.length < SHORTEST_QUERY) return;
              event.preventDefault();
              go(resultsPath(query, lang));
            }}
            className="h-16 min-w-0 grow bg-transparent text-lg text-ink outline-none placeholder:text-muted"
          />
          <button
            type="button"
            aria-label={common("close")}
            className={button({ variant: "ghost", size: "icon" })}
            onClick={onClose}
            // `Command` would take Enter for the chosen option.
            onKeyDown={(event) => event.key === "Enter" && event.stopPropagation()}
          >
            <X aria-hidden />
          </button>
        </div>
        <Status state={state} />
        <Command.List
          key={list.n}
          label={t("results")}
          aria-busy={state.status === "searching"}
          className={cx(
            "min-h-0 grow overflow-y-auto overscroll-contain px-2 pb-2 aria-busy:opacity-60",
            isUnused && "hidden",
          )}
        >
          {found && (total || found.colored) ? (
            <>
              {found.instead && (
                <p className="px-3 pt-3 text-sm text-muted">{t("instead", found.instead)}</p>
              )}
              {found.kits && <KitsGroup kits={found.kits} query={query} onPick={go} />}
              <Matches found={found} onPick={go} />
              {own}
              {found.colored && (
                <ColorsGroup
                  colored={found.colored}
                  isExact={found.jerseys.length > 0}
                  onPick={go}
                />
              )}
              <Option
                value="all"
                picture={<Search aria-hidden className="size-5 text-muted" />}
                title={t("all", { query })}
                onPick={() => go(resultsPath(query, lang))}
              />
            </>
          ) : null}
          {state.status === "done" && !total && !found?.colored && (
            <>
              {own}
              <Instead query={state.query} found={state.found} onPick={go} />
            </>
          )}
        </Command.List>
      </Command>
      {/* Outside `Command`, which takes every Enter for the chosen option. */}
      {isUnused && <Starters onSearch={type} onPick={go} />}
    </Palette>
  );
}

/** Shift and Enter: "I have it" of the chosen jersey. */
function pressHave(event: KeyboardEvent<HTMLElement>): void {
  const dialog = event.currentTarget.closest('[role="dialog"]');
  const have = dialog?.querySelector<HTMLElement>('[aria-selected="true"] [data-have]');
  if (!have) return;
  event.preventDefault();
  have.click();
}

/**
 * Whether the first option is what the words mean. It isn't where the year has no jersey, where not all words found it, nor
 * where nothing was found and popular teams stand instead.
 */
function isMeant({ kits, instead, ...found }: Found): boolean {
  if (instead) return false;
  if (kits) return kits.isExact;
  const { jerseys, teams, competitions, suggestions = [] } = found;
  return jerseys.length + teams.length + competitions.length + suggestions.length > 0;
}

/** Takes the text out of the field that opened the dialog, and gives the dialog's back at the end. */
function useBorrowedText(field: HTMLInputElement | undefined, text: string): void {
  const giveBack = useEffectEvent((to: HTMLInputElement) => put(to, text));
  useEffect(() => {
    if (!field) return;
    put(field, "");
    return () => giveBack(field);
  }, [field]);
}

function put(field: HTMLInputElement, text: string): void {
  field.value = text;
}

/**
 * State of the search. The count is for screen readers only, because sighted users see the list.
 */
function Status({ state }: { state: SearchState }) {
  const { t } = useTranslation(["search", "catalogue"]);
  const total = countFound(state.status === "idle" ? NOTHING : state.found);
  const text = {
    idle: () => t("hint"),
    searching: () => t("searching"),
    done: () => (total > 0 ? t("found", { count: total }) : t("catalogue:noResults")),
  }[state.status]();
  const listed = state.status !== "idle" && (total > 0 || state.found.colored !== undefined);
  return (
    <div className={listed ? "sr-only" : "grid gap-1 px-5 py-8 text-center text-muted"}>
      <p role="status">{text}</p>
      {state.status === "done" && !listed && <p className="text-sm">{t("noneText")}</p>}
    </div>
  );
}
