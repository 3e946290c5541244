import { useEffect, useEffectEvent, useRef, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import { MoreButton } from "../../shared/components/more-button.tsx";
import { useSteps } from "../../shared/components/use-steps.ts";
import { useTabDraft } from "../../shared/components/use-tab-draft.ts";
import { localJersey } from "../../shared/i18n/catalogue-names.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { type OwnItem, shirtId } from "../data/own-lists.ts";
import { LIST } from "../domain/limits.ts";
import { OrderedRow } from "../owner/ordered-row.tsx";
import { type ListWrites, useListWrites } from "./use-list-writes.ts";

const STEP = 50;

/** The shirts of a list in their order. */
export function ListItems({
  userId,
  listId,
  items,
}: {
  userId: string;
  listId: string;
  items: readonly OwnItem[];
}) {
  const { t } = useTranslation(["lists", "common", "catalogue"]);
  const { length, more } = useSteps(STEP);
  const writes = useListWrites(userId, listId);
  // What was removed keeps its place until the dialog is closed: a toast would lie under it.
  const [removed, setRemoved] = useState<readonly OwnItem[]>([]);
  const gone = removed.filter((one) => !items.some((item) => isSame(item, one)));
  const shown = [...items, ...gone].toSorted((one, other) => one.place - other.place);
  if (shown.length === 0) return <p className="text-muted">{t("empty")}</p>;
  return (
    <section aria-labelledby="list-items" className="grid min-w-0 grid-cols-1 gap-3">
      <h3 id="list-items" className="text-sm font-semibold">
        {t("catalogue:names.jerseys")} ({items.length})
      </h3>
      <ol className="grid grid-cols-1 gap-3">
        {shown.slice(0, length).map((item, n) => {
          const place = shown.slice(0, n).filter((before) => !gone.includes(before)).length + 1;
          return gone.includes(item) ? (
            <RemovedRow
              key={shirtId(item)}
              item={item}
              onUndo={() => writes.restore(item, place)}
            />
          ) : (
            <ItemRow
              key={shirtId(item)}
              item={item}
              draftKey={`${listId}.${shirtId(item)}`}
              place={place}
              last={items.length}
              writes={writes}
              onRemove={() => {
                setRemoved([...gone, item]);
                writes.remove(shirtId(item));
              }}
            />
          );
        })}
      </ol>
      {shown.length > length && <MoreButton onMore={more}>{t("common:action.more")}</MoreButton>}
    </section>
  );
}

const isSame = (one: OwnItem, other: OwnItem) => shirtId(one) === shirtId(other);

function useTitleOf({ jersey }: OwnItem): string {
  const { t } = useTranslation("lists");
  const lang = useLanguage();
  return jersey ? localJersey(jersey, lang).title : t("editor.unavailable");
}

/** What was removed just now. */
function RemovedRow({ item, onUndo }: { item: OwnItem; onUndo: () => void }) {
  const { t } = useTranslation(["lists", "common"]);
  const title = useTitleOf(item);
  // The button that was pressed is gone.
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => undo.current?.focus(), []);
  return (
    <li className="flex flex-wrap items-center gap-2 rounded-xl border border-dashed border-line p-3">
      <span className="min-w-0 grow wrap-anywhere text-muted">
        {t("editor.removed", { title })}
      </span>
      <Button ref={undo} variant="outline" size="sm" onClick={onUndo}>
        {t("common:action.undo")}
      </Button>
    </li>
  );
}

function ItemRow({
  item,
  draftKey,
  place,
  last,
  writes,
  onRemove,
}: {
  item: OwnItem;
  draftKey: string;
  place: number;
  last: number;
  writes: ListWrites;
  onRemove: () => void;
}) {
  const { t } = useTranslation(["lists", "common"]);
  const title = useTitleOf(item);
  const stored = item.note ?? "";
  const [note, typeNote, forget] = useTabDraft("list.note", draftKey, stored);
  const saveNote = () => {
    if (note.trim() !== stored) writes.note(item, note.trim(), forget);
  };
  const saveLast = useEffectEvent(saveNote);
  // A dialog that is closed while somebody types takes the field away without a blur.
  useEffect(() => () => saveLast(), []);
  return (
    <OrderedRow
      title={title}
      picture={
        item.jersey && (
          <JerseyImage
            jersey={item.jersey}
            path={item.jersey.images[0]?.path}
            alt=""
            sizes="3rem"
            largest={160}
          />
        )
      }
      lead={
        <PlaceField
          key={place}
          label={t("editor.place", { title })}
          place={place}
          last={last}
          onMove={(wanted) => writes.move(item, wanted)}
        />
      }
      isFirst={place === 1}
      isLast={place === last}
      labels={{
        up: t("editor.up", { title }),
        down: t("editor.down", { title }),
        remove: t("common:of", { label: t("common:action.remove"), name: title }),
      }}
      onMove={(step) => writes.move(item, place + step)}
      onRemove={onRemove}
    >
      <Input
        aria-label={t("editor.note", { title })}
        placeholder={t("editor.noteExample")}
        maxLength={LIST.note}
        value={note}
        onChange={({ target }) => typeNote(target.value)}
        onBlur={saveNote}
      />
    </OrderedRow>
  );
}

/** The number of a jersey in its list: another one moves it there. */
function PlaceField({
  label,
  place,
  last,
  onMove,
}: {
  label: string;
  place: number;
  last: number;
  onMove: (place: number) => void;
}) {
  const [typed, setTyped] = useState(String(place));
  function apply() {
    const wanted = Math.min(Math.max(Math.trunc(Number(typed)), 1), last);
    if (!Number.isFinite(wanted) || typed.trim() === "" || wanted === place) {
      setTyped(String(place));
    } else {
      onMove(wanted);
    }
  }
  return (
    <Input
      inputMode="numeric"
      aria-label={label}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={apply}
      onKeyDown={({ key }) => key === "Enter" && apply()}
      className="w-14! shrink-0 px-2! text-center tabular-nums"
    />
  );
}
