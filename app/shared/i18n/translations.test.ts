import { expect, test } from "vitest";

import { fixedT } from "./translations.ts";
import { loadAllMessages } from "./messages.ts";

await loadAllMessages();

test("has non-breaking spaces beside French punctuation", () => {
  const say = (lang: "fr" | "en", key: string, values = {}) =>
    fixedT(lang, ["jersey", "suggestions"])(key as never, values) as string;
  expect(say("fr", "gallery.label", { title: "Les Bleus" })).toBe(
    "Images de «\u00a0Les Bleus\u00a0»",
  );
  expect(say("fr", "notFound.title")).not.toContain(" !");
  expect(say("fr", "history.reason", { reason: "floue" })).toBe("Motif\u00a0: floue");
  expect(say("en", "history.reason", { reason: "blurred" })).not.toContain("\u00a0");
});
