import type { Language } from "./languages.ts";
import { translator } from "./translations.ts";

/** A username that nobody chose, as `private.unnamed()` makes it. */
const UNCHOSEN = /^member_([0-9a-f]{4})[0-9a-f]{0,8}$/;

/** Whether somebody chose this username. */
export const isChosenUsername = (username: string) => !UNCHOSEN.test(username);

interface NamedMember {
  username: string;
  display_name: string | null;
}

/** What a member is called in public. Without a chosen name it is "Member 16b3" in the reader's language. */
export function memberName({ username, display_name }: NamedMember, lang: Language): string {
  if (display_name) return display_name;
  const code = UNCHOSEN.exec(username)?.[1];
  return code ? translator(lang, "common")("member", { code }) : username;
}
