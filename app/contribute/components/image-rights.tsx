import { useId } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { LICENCE_KEYS } from "../../shared/address/licences.ts";
import { rememberLicence } from "../browser/last-licence.ts";
import { useHref } from "../../shared/address/use-href.ts";
import { type ImageRights, type Licence, LICENCES } from "../../shared/domain/rules/image-rules.ts";
import { Checkbox } from "../../shared/ui/checkbox.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Select } from "../../shared/ui/select.tsx";

/** What a member says about the photos that they add: that they may, and under which licence. */
export function ImageRightsFields({
  rights,
  onChange,
  isMissing = false,
  disabled,
  statementId,
}: {
  rights: ImageRights;
  onChange: (rights: ImageRights) => void;
  /** True shows that the statement is missing. */
  isMissing?: boolean;
  disabled?: boolean;
  /** Id of the checkbox. */
  statementId: string;
}) {
  const { t } = useTranslation("submit");
  const id = useId();
  return (
    <div className="grid gap-3">
      <div>
        <Checkbox
          id={statementId}
          required
          checked={rights.isStated}
          disabled={disabled}
          aria-invalid={isMissing || undefined}
          aria-describedby={`${id}-missing`}
          onChange={({ target }) => onChange({ ...rights, isStated: target.checked })}
        >
          {t("rights.statement")}
          <span aria-hidden className="text-danger">
            {" *"}
          </span>
        </Checkbox>
        <p id={`${id}-missing`} aria-live="polite" className="text-sm text-danger empty:hidden">
          {isMissing && t("rights.missing")}
        </p>
      </div>
      <Field label={t("rights.licence")} help={t(`rights.help.${LICENCE_KEYS[rights.licence]}`)}>
        <Select
          value={rights.licence}
          disabled={disabled}
          onChange={({ target }) => {
            const licence = target.value as Licence;
            rememberLicence(licence);
            onChange({ ...rights, licence });
          }}
        >
          {LICENCES.map((licence) => (
            <option key={licence} value={licence}>
              {t(`rights.choices.${LICENCE_KEYS[licence]}`)}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  );
}

/** Says that facts are CC0, before somebody contributes them. */
export function FactsLicence({ className }: { className?: string }) {
  const { t } = useTranslation("submit");
  const to = useHref();
  return (
    <p className={className}>
      {t("rights.facts")} {/* In a tab of its own: the form keeps what was typed. */}
      <a
        href={to("licences", {})}
        target="_blank"
        rel="noopener"
        className="underline decoration-control underline-offset-4 hover:decoration-ink"
      >
        {t("rights.more")}
      </a>
    </p>
  );
}
