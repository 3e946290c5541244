import { useEffect } from "react";
import { useFormContext, useWatch } from "react-hook-form";

import { type Color, colorsText } from "../../domain/colors.ts";
import { teamSlug } from "../../domain/slug.ts";
import type { FormControl } from "./choice-field.tsx";
import type { ImageUploads } from "./image-uploads.ts";
import { type JerseyForm, teamName } from "./rules.ts";
import { useChosenTeam } from "./use-chosen-team.ts";
import { useImageList } from "./use-image-uploads.ts";

/**
 * Fills the colours from the first photo, otherwise from the shirt drawing of the team, and again
 * when these change, until the member chooses colours.
 */
export function useColorProposal(control: FormControl, uploads: ImageUploads): void {
  const { getValues, setValue } = useFormContext<JerseyForm>();
  const [team, teamText, kitType] = useWatch({ control, name: ["team", "teamText", "kitType"] });
  const { row, name } = useChosenTeam({ team, teamText });
  const { images } = useImageList(uploads);
  // The former proposal stays while a photo is prepared.
  const isPreparing = images.some(({ step }) => step === "preparing");
  const seen = images.find(({ colors }) => colors && colors.length > 0)?.colors;
  const photo = seen && colorsText(seen);
  const seed = name ? teamSlug(row?.name ?? teamName({ team, teamText })) : "";
  const teamColors = row?.colors.join(" ") ?? "";

  useEffect(() => {
    let isCurrent = true;
    const propose = (colors: string) => {
      const { colors: former, colorsChosen } = getValues();
      if (!isCurrent || colorsChosen !== "" || colors === former) return;
      setValue("colors", colors);
    };
    if (photo !== undefined) propose(photo);
    else if (!isPreparing) void drawn(seed, teamColors, kitType).then(colorsText).then(propose);
    return () => {
      isCurrent = false;
    };
  }, [photo, isPreparing, seed, teamColors, kitType, getValues, setValue]);
}

/** The drawing's colours; none without a team. */
async function drawn(seed: string, teamColors: string, kitType: string): Promise<Color[]> {
  if (seed === "") return [];
  // On demand: the shirt drawing is not part of this page.
  const { defaultColors } = await import("../../domain/default-colors.ts");
  return defaultColors({
    seed,
    colors: teamColors.split(" ").filter(Boolean),
    kitType: kitType || null,
  });
}
