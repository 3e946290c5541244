import { Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { BlobImage } from "../../contribute/components/blob-image.tsx";
import { usePhotoProblem } from "../../contribute/data/images/use-photo-problem.ts";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import { uniqueId } from "../../shared/browser/unique-id.ts";
import { toast } from "../../shared/components/toast.ts";
import { seasonName } from "../../shared/domain/season.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { seasonInWords } from "../../shared/i18n/season-in-words.ts";
import { translator } from "../../shared/i18n/translations.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Spinner } from "../../shared/ui/spinner.tsx";
import { refreshCopies, takeOutCopies } from "../data/copies/take-out.ts";
import { clubsJerseys } from "../data/photos/clubs-jerseys.ts";
import {
  givePhotos,
  NotTakenError,
  type PhotoTarget,
  takePhotosBack,
} from "../data/photos/give-photos.ts";
import { forgetPhotos, keepPhotos, type WaitingPhoto } from "../data/photos/waiting-photos.ts";
import { settleShelfChange } from "../data/shelves/shelf-membership.ts";
import { type Copy, MAX_COPY_PHOTOS } from "../domain/copies/copy.ts";
import { alike } from "../domain/photos/look.ts";
import { ShirtSearch } from "../intake/shirt-search.tsx";
import { CopyPicture } from "../my-copies/copy-picture.tsx";

/** Shirts that are offered at once: a row of a phone's screen has no room for more. */
const OFFERED = 4;

/** The photos of one shirt, and which one it may be: a press says so. */
export function ShirtPhotos({
  userId,
  copies,
  photos,
  before,
  n,
}: {
  userId: string;
  copies: readonly Copy[];
  photos: readonly WaitingPhoto[];
  /** Those of the shirt above. */
  before: readonly WaitingPhoto[] | undefined;
  /** Its place, for the names of its buttons. */
  n: number;
}) {
  const { t } = useTranslation(["copies", "common"]);
  const lang = useLanguage();
  const problemOf = usePhotoProblem();
  const [sent, setSent] = useState<string>();
  const [isSearching, setSearching] = useState(false);
  const [text, setText] = useState("");
  const colors = photos[0]!.colors;
  const teams = [...new Set(copies.flatMap(({ jersey }) => jersey?.team_id ?? []))].sort();
  const { data: jerseys = [] } = useMemberQuery(clubsJerseys(userId, teams, colors, lang));
  const owned = new Set(copies.map(({ jersey }) => jersey?.id));
  const bare = copies.flatMap((copy) =>
    copy.jersey && copy.photos.length === 0 ? [{ copy, colors: copy.jersey.colors }] : [],
  );
  // What one has and has not photographed is likelier than what one hasn't.
  const alikes = alike(colors, bare, OFFERED).map(({ copy }) => copy);
  // Nobody knows the colours of a shirt without a page.
  const own = copies.filter(
    (copy) => copy.former_jersey && !copy.jersey && copy.photos.length === 0,
  );
  const mine = [...alikes.slice(0, OFFERED - Math.min(own.length, OFFERED / 2)), ...own].slice(
    0,
    OFFERED,
  );
  const others = alike(
    colors,
    jerseys.filter(({ id }) => !owned.has(id)),
    OFFERED - Math.min(mine.length, OFFERED / 2),
  );

  const { mutate, isPending, error } = useMemberMutation<PhotoTarget, Copy>({
    write: (client, target) => givePhotos(client, userId, photos, target),
    endsExpiredSession: true,
    onSuccess: async (copy, target) => {
      await forgetPhotos(userId, ids);
      show(copy, true);
      const action = {
        label: t("common:action.undo"),
        onClick: () => undo.mutate({ copy, isNew: !("copyId" in target) }),
      };
      // In the place of the one before: two would lie over each other.
      toast.success(t("copies:intake.given"), action, "intake");
    },
  });
  const undo = useMemberMutation<{ copy: Copy; isNew: boolean }, boolean>({
    write: async (client, { copy, isNew }) => {
      if (!isNew) return takePhotosBack(client, copy, photos);
      await takeOutCopies(client, userId, [copy]);
      return true;
    },
    onSuccess: async (isBack, { copy }) => {
      const words = translator(lang, "copies");
      if (!isBack) return toast.error(words("intake.undoFailed"));
      // The copy that was taken out has the former ids.
      const shirt = uniqueId();
      await keepPhotos(
        userId,
        photos.map((photo) => ({ ...photo, id: uniqueId(), shirt })),
      );
      refreshCopies(userId, [copy]);
    },
    onError: () => toast.error(translator(lang, "copies")("intake.undoFailed")),
  });
  const ids = photos.map(({ id }) => id);

  function show(copy: Copy, isOnShelf: boolean) {
    if (copy.jersey) {
      void settleShelfChange({ userId, jerseyId: copy.jersey.id, shelf: "collection", isOnShelf });
    }
    refreshCopies(userId, [copy]);
  }

  function give(id: string, target: PhotoTarget) {
    setSent(id);
    mutate(target);
  }

  const nameOf = (jersey: { title: string; season: string }) => {
    const season = seasonInWords(jersey.season, lang);
    const stored = seasonName(jersey.season) ?? jersey.season;
    const title = jersey.title.replace(stored, season);
    return [title, !title.includes(season) && season].filter(Boolean).join(" · ");
  };
  return (
    <div className="grid grid-cols-1 gap-3 md:grid-cols-[13rem_minmax(0,1fr)]">
      <div className="grid content-start gap-2">
        <ul className="flex flex-wrap gap-2">
          {photos.map(({ id, small }, place) => (
            <li key={id} className="relative size-24 overflow-hidden rounded-xl bg-surface">
              <BlobImage blob={small} alt={t("copies:intake.photo", { n, place: place + 1 })} />
              <button
                type="button"
                className="absolute right-1 bottom-1 grid size-9 place-items-center rounded-full bg-paper pointer-coarse:size-11"
                aria-label={t("copies:intake.remove", { n, place: place + 1 })}
                disabled={isPending}
                onClick={() => void forgetPhotos(userId, [id])}
              >
                <Trash2 aria-hidden className="size-4" />
              </button>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-x-4">
          {photos.length > 1 && (
            <Button
              variant="link"
              size="sm"
              className="text-left"
              disabled={isPending}
              onClick={() =>
                void keepPhotos(
                  userId,
                  photos.map((photo) => ({ ...photo, shirt: uniqueId() })),
                )
              }
            >
              {t("copies:intake.split")}
            </Button>
          )}
          {before && before.length + photos.length <= MAX_COPY_PHOTOS && (
            <Button
              variant="link"
              size="sm"
              className="text-left"
              disabled={isPending}
              onClick={() =>
                void keepPhotos(
                  userId,
                  photos.map((photo) => ({ ...photo, shirt: before[0]!.shirt })),
                )
              }
            >
              {t("copies:intake.join")}
            </Button>
          )}
        </div>
      </div>
      <div className="grid min-w-0 content-start gap-2">
        {mine.length + others.length > 0 && (
          <ul aria-label={t("copies:intake.offered", { n })} className="grid gap-2 sm:grid-cols-2">
            {mine.map((copy) => (
              <Offer
                key={copy.id}
                picture={<CopyPicture copy={copy} sizes="56px" />}
                name={
                  copy.jersey
                    ? nameOf({ title: copy.jersey.title, season: copy.jersey.season.code })
                    : copy.former_jersey!.title
                }
                note={t("copies:intake.mine")}
                busy={isPending && sent === copy.id}
                disabled={isPending}
                onPress={() => give(copy.id, { copyId: copy.id })}
              />
            ))}
            {others.map((jersey) => (
              <Offer
                key={jersey.id}
                picture={
                  <JerseyImage jersey={jersey} path={jersey.images[0]?.path} alt="" sizes="56px" />
                }
                name={nameOf(jersey)}
                note={jersey.kit_type ? t(`common:kitType.${jersey.kit_type}`) : undefined}
                busy={isPending && sent === jersey.id}
                disabled={isPending}
                onPress={() => give(jersey.id, { jerseyId: jersey.id })}
              />
            ))}
          </ul>
        )}
        <Button
          variant="link"
          size="sm"
          className="justify-self-start"
          aria-expanded={isSearching}
          onClick={() => setSearching(!isSearching)}
        >
          {t("copies:intake.search")}
        </Button>
        {isSearching && (
          <ShirtSearch
            userId={userId}
            text={text}
            onText={setText}
            label={t("copies:intake.which", { n })}
            busy={isPending}
            copies={copies}
            onMine={(copy) => give(copy.id, { copyId: copy.id })}
            onJersey={({ id }, details) => give(id, { jerseyId: id, details })}
            onOwn={(shirt, details) => give("own", { own: shirt, details })}
          />
        )}
        <p role="alert" className="text-sm text-danger empty:hidden">
          {error &&
            (problemOf(error, "") ??
              t(
                error instanceof NotTakenError ? "copies:intake.notTaken" : "copies:intake.failed",
              ))}
        </p>
      </div>
    </div>
  );
}

function Offer({
  picture,
  name,
  note,
  busy,
  disabled,
  onPress,
}: {
  picture: ReactNode;
  name: string;
  note: string | undefined;
  busy: boolean;
  disabled: boolean;
  onPress: () => void;
}) {
  return (
    <li>
      <button
        type="button"
        aria-busy={busy}
        disabled={disabled}
        onClick={onPress}
        className="flex w-full items-center gap-3 rounded-2xl border border-control p-2 text-left text-sm hover:border-ink hover:bg-surface"
      >
        <span className="size-14 shrink-0 overflow-hidden rounded-lg bg-surface">{picture}</span>
        <span className="min-w-0 grow">
          <span className="block font-semibold">{name}</span>
          {note && <span className="block text-muted">{note}</span>}
        </span>
        {busy && <Spinner />}
      </button>
    </li>
  );
}
