/** The values of a text's placeholders; `count` also selects its plural form. */
export type Values = Record<string, unknown>;

interface Texts {
  [key: string]: string | Texts;
}

/**
 * A value's place. French "de" and "que" before it lose their last letter if it begins with a vowel: la collection
 * d’Antoine.
 */
const PLACEHOLDER = /((?<!\p{L})(?:d|qu)e )?\{\{\s*(\w+)\s*(?:,\s*(\w+)\s*)?\}\}/giu;
const VOWEL = /^[aàâæeéèêëiîïoôœuùûü]/i;

/**
 * The texts of one language with the look-up rules of i18next: dotted keys, `ns:key`, `{{name}}`,
 * `{{count, number}}` and plural forms `key_one` and `key_other`. It replaces i18next, whose other
 * features would add a tenth to every page's scripts; a test compares both.
 */
export class Translator {
  readonly #texts = new Map<string, Texts>();
  /** Texts by namespace and key that were looked up before: a page asks for the same ones again and again. */
  readonly #found = new Map<string, string>();
  readonly #plurals: Intl.PluralRules;
  readonly #numbers: Intl.NumberFormat;
  readonly #isFrench: boolean;

  constructor(lang: string) {
    this.#isFrench = lang === "fr";
    this.#plurals = new Intl.PluralRules(lang);
    this.#numbers = new Intl.NumberFormat(lang);
  }

  add(namespace: string, texts: object): void {
    this.#texts.set(namespace, texts as Texts);
    this.#found.clear();
  }

  /**
   * The text of a key in the first namespace that has it; of several keys, the first that has a text.
   * If none has: `defaultValue`, else the key itself.
   */
  translate(
    namespaces: readonly string[],
    keys: string | readonly string[],
    values: Values = {},
  ): string {
    let path = "";
    for (const key of typeof keys === "string" ? [keys] : keys) {
      const colon = key.indexOf(":");
      const within = colon < 0 ? namespaces : [key.slice(0, colon)];
      path = key.slice(colon + 1);
      for (const form of this.#forms(path, values.count)) {
        for (const namespace of within) {
          const text = this.#find(namespace, form);
          if (text !== undefined) return this.#fill(text, values);
        }
      }
    }
    return (values.defaultValue as string | undefined) ?? path;
  }

  /** The plural forms for a count, then the plain key. */
  #forms(path: string, count: unknown): string[] {
    if (typeof count !== "number") return [path];
    const form = `${path}_${this.#plurals.select(count)}`;
    // French, Spanish and Portuguese have a form for whole millions, which no text needs.
    const forms = [form, `${path}_other`, path];
    return count === 0 ? [`${path}_zero`, ...forms] : forms;
  }

  #find(namespace: string, path: string): string | undefined {
    const key = `${namespace}:${path}`;
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    const text = this.#lookUp(namespace, path);
    if (text !== undefined) this.#found.set(key, text);
    return text;
  }

  #lookUp(namespace: string, path: string): string | undefined {
    let found: string | Texts | undefined = this.#texts.get(namespace);
    for (const part of path.split(".")) {
      if (typeof found !== "object" || !Object.hasOwn(found, part)) return undefined;
      found = found[part];
    }
    return typeof found === "string" ? found : undefined;
  }

  #fill(text: string, values: Values): string {
    if (!text.includes("{{")) return text;
    return text.replaceAll(PLACEHOLDER, (_, before = "", name: string, format?: string) => {
      const said = this.#said(values[name], format);
      const isElided = this.#isFrench && before !== "" && VOWEL.test(said);
      return (isElided ? before.replace("e ", "’") : before) + said;
    });
  }

  #said(value: unknown, format: string | undefined): string {
    if (value === undefined || value === null) return "";
    return format === "number" ? this.#numbers.format(Number(value)) : String(value);
  }
}
