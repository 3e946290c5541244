import { cloneElement, type ReactElement, type ReactNode, useMemo } from "react";
// Types only: they know every key of the texts.
import type { Trans as TypedTrans, useTranslation as useTypedTranslation } from "react-i18next";

import { fixedT } from "./translations.ts";
import { useLanguage } from "./use-language.ts";
import type { Values } from "./translator.ts";

/** `t` in the language of the address, over the namespaces in order. */
export const useTranslation = useTexts as unknown as typeof useTypedTranslation;

/** A text with elements in it: `<0>…</0>` or `<name>…</name>` stands for a component. */
export const Trans = TextWithElements as unknown as typeof TypedTrans;

function useTexts(namespaces: string | readonly string[] = "common") {
  const lang = useLanguage();
  const list = typeof namespaces === "string" ? namespaces : namespaces.join();
  const t = useMemo(() => fixedT(lang, list.split(",")), [lang, list]);
  return { t };
}

type Components = readonly ReactElement[] | Readonly<Record<string, ReactElement>>;

function TextWithElements({
  t,
  i18nKey,
  values,
  components,
}: {
  t: (key: string, values?: Values) => string;
  i18nKey: string;
  values?: Values;
  components: Components;
}) {
  return <>{withElements(t(i18nKey, values), components)}</>;
}

const ELEMENT = /<(\w+)>(.*?)<\/\1>|<(\w+)\s*\/>/gs;

function withElements(text: string, components: Components): ReactNode[] {
  const known = components as Readonly<Record<string, ReactElement>>;
  const nodes: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(ELEMENT)) {
    const [whole, name = "", inner, empty = ""] = match;
    const element = known[name || empty];
    nodes.push(text.slice(end, match.index));
    nodes.push(element ? cloneElement(element, { key: match.index }, inner) : inner);
    end = match.index + whole.length;
  }
  nodes.push(text.slice(end));
  return nodes;
}
