import { type RefObject, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Combobox } from "../../shared/ui/combobox.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { useDebouncedValue } from "../../shared/components/use-debounced-value.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { type MergeTarget, mergeTarget, mergeTargets } from "../data/merging/merge-targets.ts";
import { localJersey } from "../../shared/i18n/catalogue-names.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

/** The field that had the focus is gone. */
function takeFocus(button: HTMLButtonElement | null): void {
  button?.focus();
}

/** The jersey that stays: found by words or by its address, shown with picture, team and season. */
export function MergeTargetField({
  jerseyId,
  chosen,
  onChoose,
  error,
  fieldRef,
}: {
  /** The jersey that would be merged: it isn't offered. */
  jerseyId: string;
  chosen: string | undefined;
  onChoose: (id: string | undefined) => void;
  error: string | undefined;
  fieldRef: RefObject<HTMLInputElement | null>;
}) {
  const { t } = useTranslation(["merging", "catalogue"]);
  const [text, setText] = useState("");
  const query = useDebouncedValue(text);
  const { data: found = [], isError, isFetched } = useMemberQuery(mergeTargets(query, jerseyId));
  const { data: known } = useMemberQuery(mergeTarget(chosen));
  const target = known?.[0];
  if (chosen && target) {
    return (
      <section aria-label={t("into")} className="grid grid-cols-1 gap-1.5">
        <h3 className="text-sm font-semibold">{t("into")}</h3>
        <div className="flex items-center gap-3 rounded-xl border border-control p-2">
          <Target target={target} />
        </div>
        <Button
          variant="ghost"
          size="sm"
          className="justify-self-start"
          ref={takeFocus}
          onClick={() => {
            onChoose(undefined);
            requestAnimationFrame(() => fieldRef.current?.focus());
          }}
        >
          {t("change")}
        </Button>
      </section>
    );
  }
  const isMissing = text === query && isFetched && found.length === 0;
  return (
    <Field
      label={t("into")}
      required
      help={isError ? t("catalogue:search.failed") : isMissing ? t("nothing") : t("intoHelp")}
      error={error}
    >
      <Combobox
        ref={fieldRef}
        text={text}
        listLabel={t("catalogue:search.found")}
        options={found.map((each) => ({ key: each.id, content: <Target target={each} /> }))}
        onType={setText}
        onPick={onChoose}
        onLeave={() => {}}
      />
    </Field>
  );
}

function Target({ target }: { target: MergeTarget }) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const { title, team, kit_type } = localJersey(target, lang);
  return (
    <>
      <span className="size-12 shrink-0 overflow-hidden rounded-lg bg-raised">
        <JerseyImage
          jersey={target}
          path={target.images[0]?.path}
          alt=""
          sizes="3rem"
          largest={160}
        />
      </span>
      <span className="grid min-w-0">
        <span className="font-semibold break-words">{title}</span>
        <span className="text-sm text-muted">
          {[team, target.season.name, kit_type && t(`kitType.${kit_type}`)]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </span>
    </>
  );
}
