import { type ReactNode, type RefObject, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Combobox } from "../../shared/ui/combobox.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { useDebouncedValue } from "../../shared/components/use-debounced-value.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { queryClient } from "../../shared/data/query-client.ts";
import { type FoundJersey, foundJersey, foundJerseys } from "../data/found-jerseys.ts";
import { localJersey } from "../../shared/i18n/catalogue-names.ts";
import { seasonInWords } from "../../shared/i18n/season-in-words.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

/** The field that had the focus is gone. */
function takeFocus(button: HTMLButtonElement | null): void {
  button?.focus();
}

/** A public jersey, found by words or by its address, and shown with picture, team and season. Needs the texts `jerseyField`. */
export function JerseyField({
  label,
  required,
  without,
  chosen,
  onChoose,
  error,
  missing,
  fieldRef,
}: {
  label: string;
  required?: boolean;
  /** A jersey that isn't offered. */
  without?: string | undefined;
  chosen?: string | undefined;
  /** Undefined: another one is to be chosen. */
  onChoose: (jersey: FoundJersey | undefined) => void;
  error?: string | undefined;
  /** What else can be done where no jersey is found. */
  missing?: ReactNode;
  fieldRef?: RefObject<HTMLInputElement | null>;
}) {
  const { t } = useTranslation(["jerseyField", "catalogue"]);
  const [text, setText] = useState("");
  const query = useDebouncedValue(text);
  const { data, isError, isFetched, isPlaceholderData } = useMemberQuery(
    foundJerseys(query, without),
  );
  // What is offered is about what stands in the field.
  const isCurrent = text === query && !isPlaceholderData;
  const found = (isCurrent && data) || [];
  const { data: known } = useMemberQuery(foundJersey(chosen));
  const jersey = known?.[0];
  if (chosen && jersey) {
    return (
      <section aria-label={label} className="grid grid-cols-1 gap-1.5">
        <h3 className="text-sm font-semibold">{label}</h3>
        <div className="flex items-center gap-3 rounded-xl border border-control p-2">
          <Found jersey={jersey} />
        </div>
        <Button
          variant="ghost"
          size="sm"
          className="justify-self-start"
          ref={takeFocus}
          onClick={() => {
            onChoose(undefined);
            requestAnimationFrame(() => fieldRef?.current?.focus());
          }}
        >
          {t("change")}
        </Button>
      </section>
    );
  }
  const isMissing = isCurrent && isFetched && found.length === 0;
  return (
    <Field
      label={label}
      required={required}
      help={
        isError ? (
          t("catalogue:search.failed")
        ) : isMissing ? (
          <>
            {t("none")} {missing}
          </>
        ) : (
          t("help")
        )
      }
      error={error}
    >
      <Combobox
        ref={fieldRef}
        text={text}
        listLabel={t("catalogue:search.found")}
        options={found.map((each) => ({ key: each.id, content: <Found jersey={each} /> }))}
        onType={setText}
        onPick={(id) => {
          const picked = found.find((each) => each.id === id);
          // It is shown as chosen without another read.
          if (picked) queryClient.setQueryData(foundJersey(id).queryKey, [picked]);
          setText("");
          onChoose(picked);
        }}
        onLeave={() => {}}
      />
    </Field>
  );
}

function Found({ jersey }: { jersey: FoundJersey }) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const { title, team, kit_type } = localJersey(jersey, lang);
  return (
    <>
      <span className="size-12 shrink-0 overflow-hidden rounded-lg bg-raised">
        <JerseyImage
          jersey={jersey}
          path={jersey.images[0]?.path}
          alt=""
          sizes="3rem"
          largest={160}
        />
      </span>
      <span className="grid min-w-0">
        <span className="font-semibold wrap-anywhere">{title}</span>
        <span className="text-sm text-muted">
          {[team, seasonInWords(jersey.season.name, lang), kit_type && t(`kitType.${kit_type}`)]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </span>
    </>
  );
}
