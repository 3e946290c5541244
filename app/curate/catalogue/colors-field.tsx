import { Plus, X } from "lucide-react";
import { useFormContext } from "react-hook-form";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";

const MOST = 3;
const FIRST_OFFERS = ["#1f3a5f", "#ffffff", "#c8102e"];

/** Up to three colours in the order of the home shirt: base, second, trim. */
export function ColorsField() {
  const { t } = useTranslation(["adminCatalogue", "facts", "common"]);
  const { watch, setValue } = useFormContext<{ colors: string[] }>();
  const colors = watch("colors");
  const put = (next: string[]) => setValue("colors", next, { shouldDirty: true });
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-semibold">{t("facts:colors")}</legend>
      {colors.map((color, place) => (
        // The index is the colour's identity: base, second or trim.
        <div key={place} className="flex items-center gap-2">
          <input
            type="color"
            value={color}
            aria-label={t("colors.nth", { place: place + 1 })}
            onChange={(event) => put(colors.with(place, event.target.value.toLowerCase()))}
            className="h-11 w-16 cursor-pointer rounded-lg border border-control bg-raised p-1"
          />
          <span className="text-sm text-muted tabular-nums">{color}</span>
          <Button
            variant="ghost"
            size="icon"
            aria-label={t("common:of", {
              label: t("common:action.remove"),
              name: t("colors.nth", { place: place + 1 }),
            })}
            onClick={() => put(colors.toSpliced(place, 1))}
          >
            <X aria-hidden />
          </Button>
        </div>
      ))}
      {colors.length < MOST && (
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          onClick={() => put([...colors, FIRST_OFFERS[colors.length]!])}
        >
          <Plus aria-hidden />
          {t("colors.add")}
        </Button>
      )}
    </fieldset>
  );
}
