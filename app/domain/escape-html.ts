/** A text as it may stand in HTML or XML, between tags or as the value of an attribute. */
export function escapeHtml(text: string): string {
  return /[<>&"']/.test(text)
    ? text.replaceAll(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`)
    : text;
}
