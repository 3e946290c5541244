import { expect, test } from "vitest";

import { LANGUAGES } from "./languages.ts";
import { memberName } from "./member-name.ts";
import { loadMessages } from "./messages.ts";

await Promise.all(LANGUAGES.map((lang) => loadMessages(lang, ["common"])));

test.each([
  ["member_16b3", null, "fr", "Membre 16b3"],
  ["member_16b3", null, "en", "Member 16b3"],
  ["member_0123456789ab", null, "es", "Miembro 0123"],
  ["member_16b3", "", "pt", "Membro 16b3"],
  ["member_16b3", "Zoé", "fr", "Zoé"],
  ["kiko_9", null, "fr", "kiko_9"],
  ["member_club", null, "fr", "member_club"],
  ["member", null, "fr", "member"],
] as const)("%s with the name %j is called in %s: %s", (username, display_name, lang, name) => {
  expect(memberName({ username, display_name }, lang)).toBe(name);
});
