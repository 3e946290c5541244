import { type ReactNode, type SubmitEvent, useRef, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { shirtUrl } from "../../shared/address/shirt-url.ts";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import { toast } from "../../shared/components/toast.ts";
import { useDebouncedValue } from "../../shared/components/use-debounced-value.ts";
import type { Client } from "../../shared/data/client.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import { tidyQuery } from "../../shared/domain/search-text.ts";
import { jerseyTeam } from "../../shared/i18n/catalogue-names.ts";
import { seasonInWords } from "../../shared/i18n/season-in-words.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { Spinner } from "../../shared/ui/spinner.tsx";
import { addCopy, addOwnShirt } from "../data/copies/copies.ts";
import { refreshCopies, takeOutCopies } from "../data/copies/take-out.ts";
import { type ReadShirt, readShirt } from "../data/intake/read-shirt.ts";
import {
  announceShelfChange,
  applyShelfChange,
  shelfMembershipQuery,
} from "../data/shelves/shelf-membership.ts";
import type { FormerJersey } from "../domain/copies/copy.ts";
import { formerShirt } from "../domain/copies/former-shirt.ts";
import { ShirtFacts, shirtOf, typedFactsOf } from "./shirt-facts.tsx";

/** A shirt that was added here; it is taken back by a press. */
interface Added {
  id: string;
  title: string;
  /** Undefined without a page. */
  jerseyId: string | undefined;
}

type Details = ReadShirt["details"];

/** "I have it" for any shirt in the world: what is typed is a jersey of the catalogue, or a shirt of one's own. */
export function ShirtField({ userId, initial = "" }: { userId: string; initial?: string }) {
  const { t } = useTranslation("copies");
  const lang = useLanguage();
  const problemText = useProblemText("copies:editor.errors");
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(initial);
  const [added, setAdded] = useState<readonly Added[]>([]);
  const typed = useDebouncedValue(text);
  const { data, isFetching } = useMemberQuery(readShirt(typed, lang));
  // What is offered is about what stands in the field.
  const read = data?.text === tidyQuery(text) ? data : undefined;

  const { mutate, isPending, error } = useMemberMutation({
    write: async (client, add: (client: Client) => Promise<Added>) => add(client),
    endsExpiredSession: true,
    onSuccess: (shirt) => {
      setAdded([shirt, ...added]);
      setText("");
      field.current?.focus();
      show(shirt, true);
    },
  });
  const { mutate: undo } = useMemberMutation({
    write: (client, { id }: Added) => takeOutCopies(client, userId, [{ id, jersey: null }]),
    onSuccess: (_, shirt) => {
      setAdded(added.filter(({ id }) => id !== shirt.id));
      show(shirt, false);
      toast.success(t("own.undone", { title: shirt.title }));
      field.current?.focus();
    },
    onError: (failure) => toast.error(problemText(failure)),
  });

  function show({ jerseyId }: Added, isOnShelf: boolean) {
    if (jerseyId) {
      const change = { userId, jerseyId, shelf: "collection", isOnShelf } as const;
      applyShelfChange(change);
      announceShelfChange(change);
    }
    refreshCopies(userId);
  }

  const addJersey = ({ id: jerseyId, title }: { id: string; title: string }, details: Details) =>
    mutate(async (client) => ({ ...(await addCopy(client, jerseyId, details)), title, jerseyId }));
  const addOwn = (shirt: FormerJersey, details: Details) =>
    mutate(async (client) => ({
      ...(await addOwnShirt(client, shirt, details)),
      title: shirt.title,
      jerseyId: undefined,
    }));

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    if (!read || isPending) return;
    const [first] = read.jerseys;
    if (!first) addOwn(read.own, read.details);
    else if (read.isSure) addJersey(first, read.details);
  }

  return (
    <div className="grid grid-cols-1 gap-3">
      <form onSubmit={onSubmit} className="max-w-2xl">
        <Field label={t("own.label")}>
          <Input
            ref={field}
            autoComplete="off"
            enterKeyHint="done"
            maxLength={200}
            placeholder={t("own.placeholder")}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
      </form>
      <p role="status" className="empty:hidden">
        {isFetching && text !== "" && <Spinner />}
      </p>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {error && problemText(error, t("own.failed"))}
      </p>
      {read && (
        <>
          {read.jerseys.length > 0 && (
            <ul aria-label={t("own.offered")} className="grid gap-2 md:grid-cols-2 xl:grid-cols-3">
              {read.jerseys.map((jersey) => (
                <li key={jersey.id}>
                  <OfferedJersey
                    userId={userId}
                    jersey={jersey}
                    busy={isPending}
                    onAdd={() => addJersey(jersey, read.details)}
                  />
                </li>
              ))}
            </ul>
          )}
          <OwnShirt
            // What was changed belongs to the text.
            key={read.text}
            read={read}
            isLikely={read.jerseys.length === 0 || !read.isSure}
            busy={isPending}
            onAdd={addOwn}
          />
        </>
      )}
      {added.length > 0 && (
        <ul aria-label={t("own.addedTitle")} className="grid">
          {added.map((shirt) => (
            <li
              key={shirt.id}
              className="flex items-center gap-3 border-t border-line py-1 text-sm"
            >
              <span className="min-w-0 grow break-words">{shirt.title}</span>
              <Button
                variant="ghost"
                size="sm"
                aria-label={`${t("own.undo")} – ${shirt.title}`}
                onClick={() => undo(shirt)}
              >
                {t("own.undo")}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
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
        <span className="block font-semibold break-words">{title}</span>
        <span className="block text-sm text-muted">{note}</span>
      </span>
      {children}
    </div>
  );
}

function OfferedJersey({
  userId,
  jersey,
  busy,
  onAdd,
}: {
  userId: string;
  jersey: ReadShirt["jerseys"][number];
  busy: boolean;
  onAdd: () => void;
}) {
  const { t } = useTranslation(["copies", "common"]);
  const { data } = useMemberQuery(shelfMembershipQuery(userId, jersey.id));
  const isOwned = data?.collection === true;
  const kit = jersey.kit_type && t(`common:kitType.${jersey.kit_type}`);
  return (
    <Line
      picture={<JerseyImage jersey={jersey} path={jersey.images[0]?.path} alt="" sizes="64px" />}
      title={jersey.title}
      note={[kit, isOwned && t("copies:own.owned")].filter(Boolean).join(" · ")}
    >
      <Button
        variant={isOwned ? "outline" : "default"}
        size="sm"
        busy={busy}
        aria-label={`${t(isOwned ? "copies:own.again" : "common:have.short")} – ${jersey.title}`}
        onClick={onAdd}
      >
        {t(isOwned ? "copies:own.again" : "common:have.short")}
      </Button>
    </Line>
  );
}

/** The shirt as it was understood, without a page; each fact can be changed before it is kept. */
function OwnShirt({
  read,
  isLikely,
  busy,
  onAdd,
}: {
  read: ReadShirt;
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
  const isNumber = /^\d{0,3}$/.test(print.number);
  const shown = shirt ?? read.own;
  const kit = shown.kit_type && t(`common:kitType.${shown.kit_type}`);
  const season = shown.season && seasonInWords(shown.season, lang);
  const named = { team: shown.team, teams: shown.teams ?? null };
  const printed = [print.name.toUpperCase(), print.number].filter(Boolean).join(" ");
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
        title={[jerseyTeam(named, lang), season, kit, printed].filter(Boolean).join(" · ")}
        note={t("copies:own.without")}
      >
        <span className="flex flex-wrap gap-2">
          <Button
            variant="ghost"
            size="sm"
            aria-expanded={isChanging}
            onClick={() => setChanging(!isChanging)}
          >
            {t("copies:own.change")}
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
            {t("copies:own.keep")}
          </Button>
        </span>
      </Line>
      {isChanging && (
        <div className="grid gap-3 rounded-2xl bg-surface p-4">
          <ShirtFacts typed={facts} onType={setFacts} />
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
