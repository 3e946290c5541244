import { type ReactNode, type Ref, type SubmitEvent, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { shirtUrl } from "../../shared/address/shirt-url.ts";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import { useDebouncedValue } from "../../shared/components/use-debounced-value.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import type { Shelf } from "../../shared/domain/shelf.ts";
import { tidyText } from "../../shared/domain/search-text.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { Spinner } from "../../shared/ui/spinner.tsx";
import { type ReadShirt, readShirt } from "../data/intake/read-shirt.ts";
import { ofTeam, teamCalled } from "../data/intake/known-team.ts";
import { shelfMembershipQuery } from "../data/shelves/shelf-membership.ts";
import type { Copy, FormerJersey } from "../domain/copies/copy.ts";
import { EMPTY_COPY_QUERY, filterCopies } from "../domain/copies/filter.ts";
import { formerShirt, isSaid } from "../domain/copies/former-shirt.ts";
import { LONGEST_TYPED, typedShirt } from "../domain/intake/typed-shirt.ts";
import { copyFacts } from "../i18n/copy-facts.ts";
import { CopyPicture } from "../my-copies/copy-picture.tsx";
import { useShirtName } from "../i18n/use-shirt-name.ts";
import { useOnline } from "../offline/use-online.ts";
import { ShirtFacts, shirtOf, typedFactsOf } from "./shirt-facts.tsx";

type Details = ReadShirt["details"];

/** Shirts of one's own that are shown at once. */
const MINE = 3;

/** A field that reads any shirt in the world: what is typed is a jersey of the catalogue, or a shirt of one's own. */
export function ShirtSearch({
  userId,
  text,
  onText,
  field,
  label,
  shelf = "collection",
  busy,
  copies,
  onMine,
  onJersey,
  onOwn,
  onOffline,
  problem,
}: {
  userId: string;
  text: string;
  onText: (text: string) => void;
  field?: Ref<HTMLInputElement>;
  /** Of the field; by default, that it adds a shirt. */
  label?: string;
  /** Where the shirt goes. */
  shelf?: Shelf;
  busy: boolean;
  /** The member's copies among which the shirt may be. */
  copies: readonly Copy[];
  /** Takes one of them; without it they are only shown, so that none is added twice unawares. */
  onMine?: (copy: Copy) => void;
  onJersey: (jersey: { id: string; title: string }, details: Details) => void;
  onOwn: (shirt: FormerJersey, details: Details) => void;
  /** Keeps what was typed until there is a network that looks it up. */
  onOffline?: (text: string) => void;
  /** Why the last one could not be added. */
  problem?: string | undefined;
}) {
  const { t } = useTranslation("copies");
  const lang = useLanguage();
  const typed = useDebouncedValue(text);
  const { data, isFetching } = useMemberQuery(readShirt(typed, lang));
  // What is offered is about what stands in the field.
  const read = data?.text === tidyText(text) ? data : undefined;
  const mine = read ? mineOf(read, copies, onMine !== undefined, lang) : [];
  const isOnline = useOnline();
  const isTooLong = tidyText(text).length > LONGEST_TYPED;
  const isKept = !isOnline && !isTooLong && typedShirt(tidyText(text)) !== undefined;
  const typedOffline = isKept ? tidyText(text) : undefined;

  /** The text for which Enter doesn't say which shirt. */
  const [asked, setAsked] = useState("");

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    if (typedOffline) return onOffline?.(typedOffline);
    if (!read || busy) return;
    const [first] = read.jerseys;
    // Of a team alone the first jersey is one of many; one's own may be the same shirt.
    const isOpen = mine.length > 0 || (first && !(read.isSure && read.own.season));
    if (isOpen) return setAsked(text);
    if (first) return onJersey(first, read.details);
    // What can't be kept so is said at its field.
    if (shirtOf(typedFactsOf(read.own, lang), read.own)) onOwn(read.own, read.details);
  }

  return (
    <>
      <form onSubmit={onSubmit} className="max-w-2xl">
        <Field
          label={label ?? t("own.label")}
          error={isTooLong && t("problems.long", { max: LONGEST_TYPED })}
        >
          <Input
            ref={field}
            autoComplete="off"
            enterKeyHint="done"
            placeholder={t("own.placeholder")}
            value={text}
            onChange={({ target }) => onText(target.value)}
          />
        </Field>
      </form>
      <p role="status" className="empty:hidden">
        {isFetching && text !== "" && <Spinner />}
      </p>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {problem ?? (asked !== "" && asked === text && t("own.choose"))}
      </p>
      {typedOffline && onOffline && (
        <div className="flex max-w-2xl flex-wrap items-center gap-x-4 gap-y-2">
          <p className="min-w-56 flex-1 text-sm text-muted">{t("own.offline")}</p>
          <Button size="sm" onClick={() => onOffline(typedOffline)}>
            {t("own.keep")}
          </Button>
        </div>
      )}
      {isOnline && read && (
        <>
          {read.details.notes && (
            <p className="text-sm text-muted">{t("own.noted", { words: read.details.notes })}</p>
          )}
          {mine.length > 0 && (
            <ul aria-label={t("own.mine")} className="grid gap-2 md:grid-cols-2 xl:grid-cols-3">
              {mine.map((copy) => (
                <li key={copy.id}>
                  <MyShirt copy={copy} busy={busy} onTake={onMine && (() => onMine(copy))} />
                </li>
              ))}
            </ul>
          )}
          {read.jerseys.length > 0 && (
            <ul aria-label={t("own.offered")} className="grid gap-2 md:grid-cols-2 xl:grid-cols-3">
              {read.jerseys.map((jersey) => (
                <li key={jersey.id}>
                  <OfferedJersey
                    userId={userId}
                    shelf={shelf}
                    jersey={jersey}
                    details={read.details}
                    busy={busy}
                    onAdd={() => onJersey(jersey, read.details)}
                  />
                </li>
              ))}
            </ul>
          )}
          <OwnShirt
            // What was changed belongs to the text.
            key={read.text}
            read={read}
            isOwned={mine.some(({ former_jersey: own }) => own && isSaid(own, read.own))}
            isLikely={mine.length === 0 && (read.jerseys.length === 0 || !read.isSure)}
            busy={busy}
            onAdd={onOwn}
          />
        </>
      )}
    </>
  );
}

function Line({
  picture,
  title,
  note,
  children,
}: {
  picture: ReactNode;
  title: string;
  note: string;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-2xl border border-line p-2 pr-3">
      <span className="size-16 shrink-0 overflow-hidden rounded-lg bg-surface">{picture}</span>
      <span className="min-w-32 flex-1">
        <span className="block font-semibold wrap-anywhere">{title}</span>
        <span className="block text-sm text-muted">{note}</span>
      </span>
      {children}
    </div>
  );
}

/** What was read as the size: "Taille : XL". */
function useSizeName() {
  const { t } = useTranslation(["copies", "common"]);
  return ({ size }: Details) =>
    size && t("common:of", { label: t("copies:fields.size"), name: size });
}

function OfferedJersey({
  userId,
  shelf,
  jersey,
  details,
  busy,
  onAdd,
}: {
  userId: string;
  shelf: Shelf;
  jersey: ReadShirt["jerseys"][number];
  details: Details;
  busy: boolean;
  onAdd: () => void;
}) {
  const { t } = useTranslation(["copies", "common", "collection"]);
  const { data } = useMemberQuery(shelfMembershipQuery(userId, jersey.id));
  const isOwned = data?.collection === true;
  const isWished = shelf === "wishlist" && data?.wishlist === true;
  const press =
    shelf === "wishlist"
      ? t("collection:have.wishlist")
      : t(isOwned ? "copies:own.again" : "common:have.short");
  const sizeOf = useSizeName();
  const kit = jersey.kit_type && t(`common:kitType.${jersey.kit_type}`);
  return (
    <Line
      picture={<JerseyImage jersey={jersey} path={jersey.images[0]?.path} alt="" sizes="64px" />}
      title={jersey.title}
      note={[
        kit,
        sizeOf(details),
        isOwned && t("copies:own.owned"),
        isWished && t("collection:duplicate.wishlist"),
      ]
        .filter(Boolean)
        .join(" · ")}
    >
      {!isWished && (
        <Button
          variant={isOwned ? "outline" : "default"}
          size="sm"
          busy={busy}
          aria-label={`${press} – ${jersey.title}`}
          onClick={onAdd}
        >
          {press}
        </Button>
      )}
    </Line>
  );
}

/** A member's copies that may be the typed shirt, or have its words: those without a page, and of the jerseys that are offered. */
function mineOf(
  { text, own, jerseys }: ReadShirt,
  copies: readonly Copy[],
  hasPages: boolean,
  lang: Language,
): Copy[] {
  const offered = new Set(jerseys.map(({ id }) => id));
  const owned = copies.filter(({ jersey }) => hasPages || !jersey);
  const entries = owned.map((copy) => ({ copy, facts: copyFacts(copy, lang) }));
  const worded = new Set(
    filterCopies(entries, { ...EMPTY_COPY_QUERY, q: text }).found.map(({ copy }) => copy),
  );
  const isMine = (copy: Copy) =>
    worded.has(copy) ||
    (copy.jersey
      ? offered.has(copy.jersey.id)
      : copy.former_jersey !== null && isSaid(copy.former_jersey, own));
  return owned.filter(isMine).slice(0, MINE);
}

function MyShirt({
  copy,
  busy,
  onTake,
}: {
  copy: Copy;
  busy: boolean;
  onTake: (() => void) | undefined;
}) {
  const { t } = useTranslation("copies");
  const nameOf = useShirtName();
  const { jersey, former_jersey: former, printed_name: name, printed_number: number } = copy;
  const title = jersey
    ? jersey.title
    : former && nameOf(former, { name: name ?? "", number: number ?? "" });
  return (
    <Line
      picture={<CopyPicture copy={copy} sizes="64px" />}
      title={title ?? ""}
      note={t("own.mine")}
    >
      {onTake && (
        <Button
          size="sm"
          busy={busy}
          aria-label={`${t("intake.this")} – ${title}`}
          onClick={onTake}
        >
          {t("intake.this")}
        </Button>
      )}
    </Line>
  );
}

/** The shirt as it was understood, without a page; each fact can be changed before it is kept. */
function OwnShirt({
  read,
  isOwned,
  isLikely,
  busy,
  onAdd,
}: {
  read: ReadShirt;
  /** True if the member has such a shirt. */
  isOwned: boolean;
  isLikely: boolean;
  busy: boolean;
  onAdd: (shirt: FormerJersey, details: Details) => void;
}) {
  const { t } = useTranslation(["copies", "common"]);
  const lang = useLanguage();
  const [isChanging, setChanging] = useState(false);
  const [facts, setFacts] = useState(() => typedFactsOf(read.own, lang));
  const [print, setPrint] = useState({
    name: read.details.printed_name ?? "",
    number: read.details.printed_number ?? "",
  });
  const shirt = shirtOf(facts, read.own);
  const { data: called } = useMemberQuery({
    ...teamCalled(useDebouncedValue(facts.team), facts.league),
    enabled: shirt !== undefined && !shirt.teams,
  });
  const isNumber = /^\d{0,3}$/.test(print.number);
  // As it is stored.
  const shown = shirt ? ofTeam(shirt, called) : read.own;
  const nameOf = useShirtName();
  const sizeOf = useSizeName();
  // What is wrong is said at its field.
  const isOpen = isChanging || !shirt || !isNumber;
  return (
    <div className="grid gap-3">
      <Line
        picture={
          <img
            src={shirtUrl(formerShirt({ former_jersey: shown, printed_number: print.number }))}
            alt=""
            className="size-full p-1"
          />
        }
        title={nameOf(shown, print)}
        note={[
          t("copies:list.former"),
          // Guessed where the catalogue lacks the team.
          !shown.teams && t(`common:league.${shown.league}`),
          sizeOf(read.details),
        ]
          .filter(Boolean)
          .join(" · ")}
      >
        <span className="flex flex-wrap gap-2">
          <Button
            variant="ghost"
            size="sm"
            aria-expanded={isOpen}
            onClick={() => setChanging(!isChanging)}
          >
            {t("common:action.edit")}
          </Button>
          <Button
            variant={isLikely ? "default" : "outline"}
            size="sm"
            busy={busy}
            disabled={!shirt || !isNumber}
            onClick={() =>
              shirt &&
              onAdd(shirt, {
                ...read.details,
                printed_name: print.name.trim().slice(0, 40) || null,
                printed_number: print.number || null,
              })
            }
          >
            {t(isOwned ? "copies:own.again" : "copies:own.keep")}
          </Button>
        </span>
      </Line>
      {isOpen && (
        <div className="grid gap-3 rounded-2xl bg-surface p-4">
          <ShirtFacts typed={facts} isKnown={shown.teams !== undefined} onType={setFacts} />
          <div className="grid items-start gap-3 sm:grid-cols-3">
            <Field label={t("copies:fields.printed_name")}>
              <Input
                maxLength={40}
                value={print.name}
                onChange={({ target }) => setPrint({ ...print, name: target.value })}
              />
            </Field>
            <Field
              label={t("copies:fields.printed_number")}
              error={!isNumber && t("copies:problems.printedNumber")}
            >
              <Input
                inputMode="numeric"
                value={print.number}
                onChange={({ target }) => setPrint({ ...print, number: target.value.trim() })}
              />
            </Field>
          </div>
        </div>
      )}
    </div>
  );
}
