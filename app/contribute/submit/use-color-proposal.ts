import { useEffect } from "react";
import { useFormContext, useWatch } from "react-hook-form";

import { useDefaultColors } from "../data/catalogue/use-default-colors.ts";
import { colorsText } from "../../shared/domain/colors.ts";
import type { JerseyPhotos } from "./use-jersey-photos.ts";
import { isTeamRow, type JerseyForm, teamName } from "./rules.ts";
import { usePhotoList } from "../data/photos/use-form-photos.ts";

/**
 * Fills the colours from the first photo, otherwise from the shirt drawing of the team, and again
 * when these change, until the member chooses colours.
 */
export function useColorProposal(uploads: JerseyPhotos): void {
  const { control, getValues, setValue } = useFormContext<JerseyForm>();
  const [team, teamText, kitType] = useWatch({ control, name: ["team", "teamText", "kit_type"] });
  const drawn = useDefaultColors({
    teamId: isTeamRow(team) ? team : undefined,
    teamName: teamName({ team, teamText }),
    kitType,
  });
  const { photos: images } = usePhotoList(uploads);
  const seen = images.find(({ colors }) => colors && colors.length > 0)?.colors;
  // While a photo is prepared, the former proposal stays.
  const isPreparing = images.some(({ step }) => step === "preparing");
  const proposal = seen ? colorsText(seen) : isPreparing ? undefined : drawn;

  useEffect(() => {
    const { colors, colorsChosen } = getValues();
    if (proposal === undefined || colorsChosen !== "" || colors === proposal) return;
    setValue("colors", proposal);
  }, [proposal, getValues, setValue]);
}
