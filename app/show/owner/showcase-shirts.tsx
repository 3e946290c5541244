import { type ReactNode, useId, useMemo, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { OwnPhoto } from "../../collect/copy-photo/own-photo.tsx";
import { useAllCopies } from "../../collect/data/copies/use-all-copies.ts";
import { formerShirt } from "../../collect/domain/copies/former-shirt.ts";
import { shirtUrl } from "../../shared/address/shirt-url.ts";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import { foundText, isFound, soughtWords } from "../../shared/domain/found-text.ts";
import { localJersey } from "../../shared/i18n/catalogue-names.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Combobox } from "../../shared/ui/combobox.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { Input } from "../../shared/ui/input.tsx";
import type { ShownShirt } from "../data/own-showcase.ts";
import { SHOWCASE } from "../domain/limits.ts";
import { OrderedRow } from "./ordered-row.tsx";

/** As many as fit under the field. */
const MOST_OFFERED = 6;

type Copies = NonNullable<ReturnType<typeof useAllCopies>["copies"]>;

/** Up to five of one's shirts in an order, each with a line and the photo that others see. */
export function ShowcaseShirts({
  userId,
  shirts,
  onChange,
}: {
  userId: string;
  shirts: readonly ShownShirt[];
  onChange: (shirts: ShownShirt[]) => void;
}) {
  const { t } = useTranslation(["showcase", "lists", "common"]);
  const lang = useLanguage();
  const field = useId();
  const [typed, setTyped] = useState("");
  const { copies } = useAllCopies(userId);
  // Up to 20,000, while every letter that is typed renders the form.
  const titled = useMemo(
    () =>
      (copies ?? []).flatMap((copy) => {
        const { jersey, former_jersey: former } = copy;
        const team = jersey?.team ?? former?.team;
        const title = jersey ? localJersey(jersey, lang).title : former?.title;
        return title ? [{ copy, title, said: foundText(title, team) }] : [];
      }),
    [copies, lang],
  );
  const sought = soughtWords(typed);
  const offered = titled
    .filter(
      ({ copy, said }) =>
        !shirts.some(({ copy_id }) => copy_id === copy.id) && isFound(said, sought),
    )
    .slice(0, MOST_OFFERED);

  function move(from: number, step: number) {
    const next = [...shirts];
    const [taken] = next.splice(from, 1);
    next.splice(from + step, 0, taken!);
    onChange(next);
  }
  const change = (at: number, changed: Partial<ShownShirt>) =>
    onChange(shirts.map((shirt, n) => (n === at ? { ...shirt, ...changed } : shirt)));

  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3">
      <legend className="mb-2 text-sm font-semibold">{t("editor.shirts")}</legend>
      <ol className="grid grid-cols-1 gap-3">
        {shirts.map((shirt, n) => {
          const found = titled.find(({ copy }) => copy.id === shirt.copy_id);
          const title = found?.title ?? "…";
          return (
            <OrderedRow
              key={shirt.copy_id}
              title={title}
              picture={found && <Cover copy={found.copy} />}
              isFirst={n === 0}
              isLast={n === shirts.length - 1}
              labels={{
                up: t("lists:editor.up", { title }),
                down: t("lists:editor.down", { title }),
                remove: t("common:of", { label: t("common:action.remove"), name: title }),
              }}
              onMove={(step) => move(n, step)}
              onRemove={() => onChange(shirts.filter((_, other) => other !== n))}
            >
              <Input
                aria-label={t("editor.line", { title })}
                placeholder={t("editor.lineExample")}
                maxLength={SHOWCASE.line}
                value={shirt.line ?? ""}
                onChange={({ target }) => change(n, { line: target.value })}
              />
              {found && found.copy.photos.length > 0 && (
                <Pictures
                  title={title}
                  copy={found.copy}
                  chosen={shirt.photo_id}
                  onChoose={(photo_id) => change(n, { photo_id })}
                />
              )}
            </OrderedRow>
          );
        })}
      </ol>
      {shirts.length < SHOWCASE.shirts && (
        <div className="grid gap-1.5">
          <label htmlFor={field} className="text-sm text-muted">
            {t(titled.length === 0 ? "editor.noShirts" : "editor.addShirt")}
          </label>
          <Combobox
            id={field}
            text={typed}
            options={offered.map(({ copy, title }) => ({ key: copy.id, content: title }))}
            listLabel={t("editor.shirts")}
            placeholder={t("editor.shirtExample")}
            disabled={titled.length === 0}
            onType={setTyped}
            onPick={(copy_id) => {
              setTyped("");
              onChange([...shirts, { copy_id, line: null, photo_id: null }]);
            }}
            onLeave={() => {}}
          />
        </div>
      )}
    </fieldset>
  );
}

function Cover({ copy }: { copy: Copies[number] }) {
  const { jersey } = copy;
  return jersey === null ? (
    <img src={shirtUrl(formerShirt(copy))} alt="" className="size-full p-1" />
  ) : (
    <JerseyImage jersey={jersey} path={jersey.images[0]?.path} alt="" sizes="4rem" largest={160} />
  );
}

/** Which picture others see: the catalogue's, or one of the owner's photos. */
function Pictures({
  title,
  copy,
  chosen,
  onChoose,
}: {
  title: string;
  copy: Copies[number];
  chosen: string | null;
  onChoose: (photoId: string | null) => void;
}) {
  const { t } = useTranslation("showcase");
  const name = useId();
  const choice = (id: string | null, label: string, picture: ReactNode) => (
    <label
      key={id}
      className={cx(
        "relative block size-16 cursor-pointer overflow-hidden rounded-lg border-2",
        "has-focus-visible:outline-2 has-focus-visible:outline-offset-2",
        id === chosen ? "border-ink" : "border-line",
      )}
    >
      <input
        type="radio"
        name={name}
        className="absolute inset-0 opacity-0"
        checked={id === chosen}
        aria-label={label}
        onChange={() => onChoose(id)}
      />
      {picture}
    </label>
  );
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm text-muted">{t("editor.picture", { title })}</legend>
      <div className="flex flex-wrap gap-2">
        {choice(
          null,
          t(copy.jersey ? "editor.catalogue" : "editor.drawing"),
          <Cover copy={copy} />,
        )}
        {copy.photos.map(({ id, path }, n) =>
          choice(
            id,
            t("editor.photo", { n: n + 1 }),
            <OwnPhoto path={path} className="size-full object-cover" />,
          ),
        )}
      </div>
    </fieldset>
  );
}
