/** A jersey of a set, as its line says it. */
export interface SetLine {
  /** In the reader's language: its title and what it is worn as. */
  text: string;
  isHeld: boolean;
  isWished: boolean;
}

/**
 * A set as plain text, for a message or a forum: what is owned, wished for, and missing. What is wished for isn't missing.
 * @param words the headings of the three parts, in this order
 */
export function setText(
  lines: readonly SetLine[],
  { owned, wished, missing }: Record<"owned" | "wished" | "missing", string>,
): string {
  const parts = [
    [owned, lines.filter(({ isHeld }) => isHeld)],
    [wished, lines.filter(({ isHeld, isWished }) => !isHeld && isWished)],
    [missing, lines.filter(({ isHeld, isWished }) => !isHeld && !isWished)],
  ] as const;
  return parts
    .filter(([, some]) => some.length > 0)
    .map(([title, some]) =>
      [`${title} (${some.length})`, ...some.map(({ text }) => `- ${text}`)].join("\n"),
    )
    .join("\n\n");
}
