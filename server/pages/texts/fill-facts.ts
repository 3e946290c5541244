/** What a text says about this site; what is missing isn't said. */
export type Facts = Partial<Record<string, string>>;

/** `{{name}}`, `{{if name}}`, `{{unless name}}`. */
const MARK = /\{\{\s*(?:(if|unless)\s+)?([a-zA-Z]+)\s*\}\}/g;

/** Every character that Markdown may read as markup. */
const MARKUP = /[\\`*_{}[\]()#+\-.!|<>~&:"'^=]/g;

/**
 * Fills the facts of this site into a Markdown text, as plain text. A line that names a missing fact
 * is left out, therefore one line holds one sentence, list item or table row. `{{if name}}` and
 * `{{unless name}}` make a line depend on a fact without showing it. In a block of code, nothing is markup.
 */
export function fillFacts(source: string, facts: Facts): string {
  let isCode = false;
  return source
    .split("\n")
    .flatMap((line) => {
      if (line.startsWith("```")) isCode = !isCode;
      const marks = [...line.matchAll(MARK)];
      const isSaid = marks.every(
        ([, condition, name = ""]) => Boolean(facts[name]) !== (condition === "unless"),
      );
      return isSaid ? [line.replace(MARK, (_, condition, name) => valueOf(condition, name))] : [];
    })
    .join("\n");

  function valueOf(condition: string | undefined, name: string): string {
    const value = condition ? "" : (facts[name] ?? "");
    return isCode ? value : value.replace(MARKUP, String.raw`\$&`);
  }
}
