import { Download, Share2 } from "lucide-react";
import { useId, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { saveFile } from "../../shared/browser/save-file.ts";
import { shareFile } from "../../shared/browser/share-file.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Checkbox } from "../../shared/ui/checkbox.tsx";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { myProfile } from "../../shared/data/profiles/my-profile.ts";
import {
  MOST_SHIRTS,
  PICTURE_FORMATS,
  type PictureFormat,
} from "../domain/copies/shared-picture.ts";
import type { CopyEntry } from "../domain/copies/filter.ts";
import { type Figure, FIGURES, figures } from "../domain/copies/statistics.ts";
import { FIGURE_LABELS } from "./figure-labels.ts";
import { formatNumber } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { PicturePreview } from "./picture-preview.tsx";
import { PictureShirts } from "./picture-shirts.tsx";
import { usePicture } from "./use-picture.ts";
import { memberName } from "../../shared/i18n/member-name.ts";

const FORMATS = Object.keys(PICTURE_FORMATS) as PictureFormat[];
const FILE = "maillotheque.png";

/** How many shirts are chosen at first. */
const FIRST = 8;

/** Chooses what a picture to share shows, with its preview. */
export default function PictureEditor({ userId, copies }: { userId: string; copies: CopyEntry[] }) {
  const { t } = useTranslation(["collectionNumbers", "common", "catalogue"]);
  const lang = useLanguage();
  const name = useId();
  const { data: profile } = useMemberQuery(myProfile(userId));
  const [format, setFormat] = useState<PictureFormat>("wide");
  const [isNamed, setNamed] = useState(false);
  const [shownFigures, setShownFigures] = useState<readonly Figure[]>(["shirts", "teams"]);
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    copies.slice(0, FIRST).map(({ copy }) => copy.id),
  );
  const owner = profile && memberName(profile, lang);
  const counts = figures(copies);
  const heading =
    isNamed && owner
      ? t("collectionNumbers:share.headingOf", { name: owner })
      : t("common:nav.collection");
  const picture = usePicture({
    format,
    heading,
    site: t("common:brand"),
    figures: FIGURES.filter((figure) => shownFigures.includes(figure)).map((figure) => ({
      value: formatNumber(counts[figure], lang),
      label: t(FIGURE_LABELS[figure], { count: counts[figure] }),
    })),
    copies: copies.filter(({ copy }) => chosen.includes(copy.id)).map(({ copy }) => copy),
  });

  return (
    <div className="grid grid-cols-1 gap-8 lg:grid-cols-2">
      <div className="grid content-start gap-5">
        <fieldset>
          <legend className="font-semibold">{t("collectionNumbers:share.format")}</legend>
          {FORMATS.map((choice) => (
            <label key={choice} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name={name}
                className="size-5 accent-ink"
                checked={choice === format}
                onChange={() => setFormat(choice)}
              />
              {t(`collectionNumbers:share.formats.${choice}`)}
            </label>
          ))}
        </fieldset>
        <fieldset>
          <legend className="font-semibold">{t("collectionNumbers:share.figures")}</legend>
          {FIGURES.map((figure) => (
            <Checkbox
              key={figure}
              checked={shownFigures.includes(figure)}
              onChange={({ target }) =>
                setShownFigures(
                  target.checked
                    ? [...shownFigures, figure]
                    : shownFigures.filter((other) => other !== figure),
                )
              }
            >
              {t(`collectionNumbers:share.figure.${figure}`)}
            </Checkbox>
          ))}
          <Checkbox checked={isNamed} onChange={({ target }) => setNamed(target.checked)}>
            {t("collectionNumbers:share.name")}
          </Checkbox>
        </fieldset>
        <PictureShirts copies={copies} most={MOST_SHIRTS} chosen={chosen} onChoose={setChosen} />
      </div>
      <div className="grid content-start gap-4 lg:sticky lg:top-24">
        <PicturePreview {...picture} format={format} />
        <div className="flex flex-wrap gap-3">
          <Button
            disabled={!picture.blob}
            onClick={() => picture.blob && saveFile(FILE, "image/png", picture.blob)}
          >
            <Download aria-hidden />
            {t("common:action.save")}
          </Button>
          {"canShare" in navigator && (
            <Button
              variant="outline"
              disabled={!picture.blob}
              onClick={() =>
                picture.blob &&
                void shareFile(heading, new File([picture.blob], FILE, { type: "image/png" }))
              }
            >
              <Share2 aria-hidden />
              {t("catalogue:share.page")}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
