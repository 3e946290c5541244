import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { shirtUrl } from "../../../shared/address/shirt-url.ts";
import { useHref } from "../../../shared/address/use-href.ts";
import { ColorSwatch } from "../../../shared/components/color-swatch.tsx";
import { COLORS } from "../../../shared/domain/colors.ts";
import { KIT_TYPES } from "../../../shared/domain/kit-types.ts";
import { LEAGUES } from "../../../shared/domain/leagues.ts";
import { PATTERNS } from "../../../shared/domain/shirt/types.ts";
import { sportSlug } from "../../../shared/domain/sports.ts";
import { Button, button } from "../../../shared/ui/button.tsx";
import { Field } from "../../../shared/ui/field.tsx";
import { Input } from "../../../shared/ui/input.tsx";
import { Select } from "../../../shared/ui/select.tsx";
import { PlainLink } from "../../../shared/components/plain-link.tsx";
import { decadeOfQuery } from "../../domain/catalogue-query.ts";
import type { SeenShirt } from "../../domain/identify.ts";

/** Values that some jersey has, for the lists: each with its name. */
export interface OfferedLooks {
  brands: readonly (readonly [value: string, name: string])[];
  sponsors: readonly string[];
  decades: readonly number[];
}

/** A tick that is pressed like a button, with its picture. */
const LOOK =
  "inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full border border-control px-3 text-sm hover:border-ink has-checked:border-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus";

/** The colours in which patterns are drawn. */
const DRAWN = ["#1c48a8", "#f8d21c"];

/**
 * What somebody sees of a shirt: each choice is an address. Without scripts the browser sends the form; with them every choice
 * does.
 */
export function LookForm({ seen, offered }: { seen: SeenShirt; offered: OfferedLooks }) {
  const { t } = useTranslation(["identify", "common", "facts", "catalogue"]);
  const action = useHref()("identify", {});
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const isEmpty = seen.looks.length === 0 && seen.code === "";
  const [cleared, setCleared] = useState(0);
  const wasEmpty = useRef(isEmpty);
  useEffect(() => {
    if (isEmpty && !wasEmpty.current) setCleared((times) => times + 1);
    wasEmpty.current = isEmpty;
  }, [isEmpty]);
  const { query, code } = seen;
  function send(event?: SubmitEvent) {
    event?.preventDefault();
    const fields = [...new FormData(form.current!)].flatMap(([name, value]) =>
      typeof value === "string" && value.trim() !== "" ? [[name, value]] : [],
    );
    const search = new URLSearchParams(fields).toString();
    void navigate(search ? `${action}?${search}` : action, {
      replace: true,
      preventScrollReset: true,
    });
  }
  const none = <option value="">{t("identify:any")}</option>;
  return (
    <form
      // The fields keep what was chosen, and the focus; only "clear all" begins anew.
      key={cleared}
      ref={form}
      method="get"
      action={action}
      onSubmit={send}
      className="grid gap-6"
    >
      <Choices title={t("facts:colors")}>
        {COLORS.map((color) => (
          <label key={color} className={LOOK}>
            <input
              type="checkbox"
              name="color"
              value={color}
              defaultChecked={query.color.includes(color)}
              onChange={() => send()}
              className="sr-only"
            />
            <ColorSwatch color={color} className="size-5" />
            {t(`common:color.${color}`)}
          </label>
        ))}
      </Choices>
      <Choices title={t("facts:pattern")}>
        {PATTERNS.map((pattern) => (
          <label key={pattern} className={LOOK}>
            <input
              type="checkbox"
              name="pattern"
              value={pattern}
              defaultChecked={query.pattern.includes(pattern)}
              onChange={() => send()}
              className="sr-only"
            />
            <img
              src={shirtUrl({
                league: "SOCCER",
                kitType: "home",
                seed: "",
                year: null,
                colors: DRAWN,
                number: "",
                pattern,
              })}
              alt=""
              width={32}
              height={32}
              loading="lazy"
              className="size-8"
            />
            {t(`common:pattern.${pattern}`)}
          </label>
        ))}
      </Choices>
      <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Field label={t("facts:league")}>
          <Select name="sport" defaultValue={query.sport[0] ?? ""} onChange={() => send()}>
            {none}
            {LEAGUES.map((league) => (
              <option key={league} value={sportSlug(league)}>
                {t(`common:league.${league}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t("identify:years")}>
          <Select name="decade" defaultValue={decadeOfQuery(query) ?? ""} onChange={() => send()}>
            {none}
            {offered.decades.map((start) => (
              <option key={start} value={start}>
                {t("catalogue:decade", { year: start })}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t("facts:brand")}>
          <Select name="brand" defaultValue={query.brand[0] ?? ""} onChange={() => send()}>
            {none}
            {offered.brands.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t("facts:kit_type")}>
          <Select name="kit" defaultValue={query.kit[0] ?? ""} onChange={() => send()}>
            {none}
            {KIT_TYPES.map((kit) => (
              <option key={kit} value={kit}>
                {t(`common:kitType.${kit}`)}
              </option>
            ))}
          </Select>
        </Field>
        {offered.sponsors.length > 0 && (
          <Field label={t("facts:sponsor")}>
            <Select name="sponsor" defaultValue={query.sponsor[0] ?? ""} onChange={() => send()}>
              {none}
              {offered.sponsors.map((sponsor) => (
                <option key={sponsor} value={sponsor}>
                  {sponsor}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <Field label={t("identify:code")} help={t("identify:codeHelp")}>
          <Input name="label" defaultValue={code} maxLength={30} autoComplete="off" />
        </Field>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit">{t("identify:find")}</Button>
        {!isEmpty && (
          <PlainLink to={action} className={button({ variant: "outline" })}>
            {t("catalogue:clear")}
          </PlainLink>
        )}
      </div>
    </form>
  );
}

function Choices({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold">{title}</legend>
      <div className="flex flex-wrap gap-2">{children}</div>
    </fieldset>
  );
}
