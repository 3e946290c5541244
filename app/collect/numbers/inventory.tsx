import { Printer } from "lucide-react";
import { useEffect, useRef, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Checkbox } from "../../shared/ui/checkbox.tsx";
import { smallPhotoAddresses } from "../data/copies/photo-addresses.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { myProfile } from "../../shared/data/profiles/my-profile.ts";
import type { CopyEntry } from "../domain/copies/filter.ts";
import { InventorySheet, type Printed } from "./inventory-sheet.tsx";
import { LoadedCopies } from "./loaded-copies.tsx";
import { untilPicturesLoaded } from "./until-pictures-loaded.ts";
import { memberName } from "../../shared/i18n/member-name.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

const CHOICES = ["price", "places", "notes", "name"] as const;

/** A list of all copies to print: on paper, or as a PDF. */
export default function Inventory({ userId }: { userId: string }) {
  return (
    <LoadedCopies userId={userId}>
      {(copies) => <Printable userId={userId} copies={copies} />}
    </LoadedCopies>
  );
}

function Printable({ userId, copies }: { userId: string; copies: CopyEntry[] }) {
  const { t } = useTranslation(["collectionNumbers", "copies", "security", "submit"]);
  const [printed, setPrinted] = useState<Printed>({
    price: true,
    places: false,
    notes: false,
    name: false,
  });
  const [isPreparing, setPreparing] = useState(false);
  const sheet = useRef<HTMLDivElement>(null);
  const lang = useLanguage();
  const { data: profile } = useMemberQuery(myProfile(userId));
  const covers = copies.flatMap(({ copy }) => copy.photos[0]?.path ?? []);
  const { data: photos, isLoading } = useMemberQuery(smallPhotoAddresses(userId, covers));
  usePrintedAlone();

  async function print() {
    setPreparing(true);
    await untilPicturesLoaded(sheet.current);
    setPreparing(false);
    window.print();
  }

  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid gap-4">
        <p className="max-w-prose text-muted">{t("inventory.text")}</p>
        <fieldset>
          <legend className="font-semibold">{t("inventory.what")}</legend>
          <div className="flex flex-wrap gap-x-6">
            {CHOICES.map((choice) => (
              <Checkbox
                key={choice}
                checked={printed[choice]}
                onChange={(event) => setPrinted({ ...printed, [choice]: event.target.checked })}
              >
                {t(choice === "notes" ? "copies:fields.notes" : `inventory.${choice}`)}
              </Checkbox>
            ))}
          </div>
        </fieldset>
        <Button
          className="justify-self-start"
          disabled={isPreparing || isLoading}
          aria-busy={isPreparing}
          onClick={() => void print()}
        >
          <Printer aria-hidden />
          {isPreparing ? t("submit:preparing") : t("security:codes.print")}
        </Button>
      </div>
      <div
        ref={sheet}
        role="group"
        aria-label={t("submit:preview.label")}
        className="print-sheet rounded-2xl border border-line p-4 sm:p-8"
      >
        <InventorySheet
          copies={copies}
          photos={photos}
          printed={printed}
          owner={profile ? memberName(profile, lang) : undefined}
        />
      </div>
    </div>
  );
}

/**
 * Prints the sheet without the page around it (app/shared/styles/print.css), while this section is shown:
 * sections that were visited stay in the page, hidden.
 */
function usePrintedAlone(): void {
  useEffect(() => {
    const { classList } = document.documentElement;
    classList.add("prints-sheet");
    return () => classList.remove("prints-sheet");
  }, []);
}
