/** Escapes a text for HTML or XML, between tags or as an attribute's value. */
export function escapeHtml(text: string): string {
  return /[<>&"']/.test(text)
    ? text.replaceAll(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`)
    : text;
}
