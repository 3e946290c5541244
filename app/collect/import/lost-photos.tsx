import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import type { LostPhoto } from "../domain/exchange/photos.ts";

/** Photos that are named; of more the number is said. */
const NAMED = 20;

/** The first of these names. */
export const firstNames = (names: readonly string[]): string =>
  names.slice(0, NAMED).join(", ") + (names.length > NAMED ? "…" : "");

/** Names the photos of a list that its ZIP hasn't, and those whose name several of its photos have. */
export function LostPhotos({ photos }: { photos: readonly LostPhoto[] }) {
  const { t } = useTranslation("exchange");
  const named = (some: readonly LostPhoto[]) =>
    firstNames(some.map(({ name, line }) => t("check.photoOfLine", { name, line })));
  const [missing, shared] = [false, true].map((is) => photos.filter((one) => one.isShared === is));
  return (
    <div className="grid max-w-prose gap-1 text-sm break-words empty:hidden">
      {missing!.length > 0 && (
        <p>{t("check.photosMissing", { count: missing!.length, photos: named(missing!) })}</p>
      )}
      {shared!.length > 0 && (
        <p>{t("check.photosShared", { count: shared!.length, photos: named(shared!) })}</p>
      )}
    </div>
  );
}
