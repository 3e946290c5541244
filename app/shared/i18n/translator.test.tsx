import { createInstance } from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { initReactI18next, Trans as RealTrans } from "react-i18next";
import { describe, expect, test } from "vitest";

import { Trans } from "./use-translation.tsx";
import { LANGUAGES } from "./languages.ts";
import { messagesOf } from "./loaded-messages.ts";
import { loadAllMessages, type Namespace } from "./messages.ts";
import { Translator } from "./translator.ts";

await loadAllMessages();

/** Counts that cover every plural form that texts have. */
const COUNTS = [undefined, 0, 1, 1.5, 2, 21, 12_345];

function keysOf(value: object, prefix = ""): string[] {
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === "string" ? [prefix + key] : keysOf(inner as object, `${prefix}${key}.`),
  );
}

function both(lang: (typeof LANGUAGES)[number]) {
  const messages = messagesOf(lang);
  const real = createInstance();
  void real.use(initReactI18next).init({
    lng: lang,
    resources: { [lang]: messages },
    ns: Object.keys(messages),
    defaultNS: "common",
    initAsync: false,
    interpolation: { escapeValue: false },
  });
  const ours = new Translator(lang);
  for (const [namespace, texts] of Object.entries(messages)) ours.add(namespace, texts);
  return { real, ours };
}

describe.each(LANGUAGES)("translates as i18next does in %s", (lang) => {
  const { real, ours } = both(lang);

  test.each(Object.entries(messagesOf(lang)))("%s", (namespace, texts) => {
    const realT = real.getFixedT(lang, namespace as Namespace) as unknown as (
      key: string,
      values: object,
    ) => string;
    for (const key of keysOf(texts)) {
      const plain = key.replace(/_(zero|one|two|few|many|other)$/, "");
      for (const count of COUNTS) {
        const names = [...JSON.stringify(texts).matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name!);
        const values = {
          ...Object.fromEntries(names.map((name) => [name, `[${name}]`])),
          ...(names.includes("count") && { count }),
        };
        // Texts with plural forms are never used without a count.
        if ("count" in values && count === undefined) continue;
        expect(ours.translate([namespace], plain, values), plain).toBe(realT(plain, values));
      }
    }
  });
});

test("says whole millions with the form for many", () => {
  const translator = new Translator("es");
  translator.add("ns", {
    found_one: "{{count, number}} camiseta",
    found_other: "{{count, number}} camisetas",
  });
  expect(translator.translate(["ns"], "found", { count: 1_000_000 })).toBe("1.000.000 camisetas");
});

test.each([
  ["fr", "Antoine", "La collection d’Antoine"],
  ["fr", "Élodie", "La collection d’Élodie"],
  ["fr", "Yann", "La collection de Yann"],
  ["pt", "Antoine", "La collection de Antoine"],
])("in %s, %s: %s", (lang, name, said) => {
  const translator = new Translator(lang);
  translator.add("ns", { of: "La collection de {{name}}" });
  expect(translator.translate(["ns"], "of", { name })).toBe(said);
});

test("leaves French words alone that end as these two do", () => {
  const translator = new Translator("fr");
  translator.add("ns", { before: "précède {{name}}" });
  expect(translator.translate(["ns"], "before", { name: "Antoine" })).toBe("précède Antoine");
});

test("searches namespaces in order or by name, and returns unknown keys", () => {
  const { real, ours } = both("fr");
  const realT = real.getFixedT("fr", ["home", "common"]) as unknown as (key: string) => string;
  for (const key of ["latest.title", "common:brand", "brand", "no.such", "home:no.such"]) {
    expect(ours.translate(["home", "common"], key), key).toBe(realT(key));
  }
});

test("takes the first of several keys that has a text, else the default", () => {
  const { real, ours } = both("fr");
  const realT = real.getFixedT("fr") as unknown as (keys: string[], values: object) => string;
  for (const keys of [["no.such", "home:latest.title"], ["common:brand", "tagline"], ["no.such"]]) {
    for (const values of [{}, { defaultValue: "" }, { defaultValue: "else" }]) {
      expect(ours.translate(["common"], keys, values), keys.join()).toBe(realT(keys, values));
    }
  }
});

test.each([
  "plain",
  "before <0>inner</0> after",
  "<0>one</0> and <1>two</1>",
  "line<0/>break",
  "a <2>stranger</2>",
])("translates elements in %j", (text) => {
  const t = () => text;
  const components = [<b key="0" />, <i key="1" />];
  const real = (
    // i18next expects its own instance behind `t`; only the text matters here.
    <RealTrans
      t={t as never}
      i18n={both("fr").real}
      i18nKey={text as never}
      components={components}
    />
  );
  const ours = <Trans t={t as never} i18nKey={text as never} components={components} />;
  expect(renderToStaticMarkup(ours)).toBe(renderToStaticMarkup(real));
});
