import { useController, useFormContext } from "react-hook-form";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { ColorField } from "../components/color-field.tsx";
import { colorsOf, colorsText } from "../../shared/domain/colors.ts";
import type { JerseyProblem } from "../../shared/domain/rules/jersey-rules.ts";
import type { JerseyPhotos } from "./use-jersey-photos.ts";
import type { JerseyForm } from "./rules.ts";
import { useColorProposal } from "./use-color-proposal.ts";

/** The jersey's colours, proposed until the member chooses. */
export function ColorsField({ uploads }: { uploads: JerseyPhotos }) {
  const { t } = useTranslation("submit");
  const { control, setValue } = useFormContext<JerseyForm>();
  const {
    field: { ref, value, onChange },
    fieldState: { error },
  } = useController({ control, name: "colors" });
  useColorProposal(uploads);
  const problem = error?.message as JerseyProblem | undefined;
  return (
    <ColorField
      ref={ref}
      value={colorsOf(value)}
      onChange={(chosen) => {
        onChange(colorsText(chosen));
        setValue("colorsChosen", "yes");
      }}
      help={t("help.colors")}
      error={problem && t(`problems.${problem}`)}
    />
  );
}
