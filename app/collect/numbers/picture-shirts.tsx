import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import type { CopyEntry } from "../domain/copies/filter.ts";
import { PrintedPicture } from "./printed-picture.tsx";
import { MoreButton } from "../../shared/components/more-button.tsx";
import { useSteps } from "../../shared/components/use-steps.ts";

/** Shirts before "show more". */
const PAGE = 24;

/** Chooses shirts of a collection, up to a number. */
export function PictureShirts({
  copies,
  most,
  chosen,
  onChoose,
}: {
  copies: CopyEntry[];
  most: number;
  chosen: readonly string[];
  onChoose: (ids: readonly string[]) => void;
}) {
  const { t } = useTranslation(["collectionNumbers", "copies", "common"]);
  const { length, more } = useSteps(PAGE);
  return (
    <fieldset className="grid grid-cols-1 gap-3">
      <legend className="mb-2 font-semibold">
        {t("share.choose", { chosen: chosen.length, most })}
      </legend>
      <ul className="grid grid-cols-4 gap-2 sm:grid-cols-6">
        {copies.slice(0, length).map(({ copy, facts }) => {
          const isChosen = chosen.includes(copy.id);
          return (
            <li key={copy.id}>
              <label
                className="relative block rounded-lg outline-offset-2 has-checked:outline-3 has-checked:outline-accent-text has-focus-visible:outline-3 has-focus-visible:outline-focus has-disabled:opacity-50"
                title={facts.title ?? undefined}
              >
                <input
                  type="checkbox"
                  className="absolute top-1 left-1 z-10 size-5 accent-ink"
                  aria-label={facts.title ?? t("copies:list.unknown")}
                  checked={isChosen}
                  disabled={!isChosen && chosen.length >= most}
                  onChange={() =>
                    onChoose(
                      isChosen ? chosen.filter((id) => id !== copy.id) : [...chosen, copy.id],
                    )
                  }
                />
                <PrintedPicture copy={copy} photo={undefined} className="w-full" />
              </label>
            </li>
          );
        })}
      </ul>
      {copies.length > length && (
        <MoreButton size="sm" className="justify-self-start" onMore={more}>
          {t("common:action.more")}
        </MoreButton>
      )}
    </fieldset>
  );
}
