import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Checkbox } from "../../shared/ui/checkbox.tsx";
import { Dialog, DialogContent } from "../../shared/ui/dialog.tsx";
import { Key } from "./parts.tsx";

const KEYS = {
  j: "keys.j",
  k: "keys.k",
  a: "keys.a",
  r: "refuse.edit",
  e: "correction.open",
  u: "keys.u",
  "?": "keys.help",
} as const;

/** The keys of the queue, and whether they do anything: speech input types letters too. */
export function KeysDialog({
  isOn,
  onSwitch,
  onClose,
}: {
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(["review", "common"]);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t("keys.title")} closeLabel={t("common:close")}>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2">
          {(Object.keys(KEYS) as (keyof typeof KEYS)[]).map((key) => (
            <div key={key} className="contents">
              <dt>
                <Key name={key.toUpperCase()} />
              </dt>
              <dd>{t(KEYS[key])}</dd>
            </div>
          ))}
        </dl>
        <Checkbox checked={isOn} onChange={({ target }) => onSwitch(target.checked)}>
          {t("keys.on")}
        </Checkbox>
      </DialogContent>
    </Dialog>
  );
}
