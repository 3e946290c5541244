import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

import { messagesOf } from "../i18n/loaded-messages.ts";
import { loadAllMessages } from "../i18n/messages.ts";
import { SessionEndedError } from "./database-error.ts";
import { UploadError } from "./images/upload.ts";
import { problemText } from "./problem-words.ts";

await loadAllMessages();
const en = messagesOf("en") as Required<ReturnType<typeof messagesOf>>;

const raised = (message: string, code: string, more: object = {}) =>
  Object.assign(new Error(message), { code, ...more });
const limit = (seconds: number) =>
  raised("too_many", "PT429", { hint: `Retry after ${seconds} seconds.` });

test("says the database's word, in the first table that has it", () => {
  const gone = raised("jersey_not_found", "PT404");
  expect(problemText(gone, "en", ["review:errors", "suggestions:errors"])).toBe(
    en.review.errors.jersey_not_found,
  );
  expect(problemText(gone, "en", ["suggestions:errors"])).toBe(
    en.suggestions.errors.jersey_not_found,
  );
  const merged = raised("jersey_merged", "PT409");
  expect(problemText(merged, "en", [], "else")).toBe(en.common.errors.jersey_merged);
});

test("says the kind of failure, then that it failed, or what the caller says", () => {
  const words = (error: unknown, otherwise?: string) =>
    problemText(error, "en", ["comments:errors"], otherwise);
  expect(words(new TypeError("Failed to fetch"), "not sent")).toBe("not sent");
  expect(words(new TypeError("Failed to fetch"))).toBe(en.common.errors.offline);
  expect(words(new SessionEndedError())).toBe(en.common.errors.expired);
  const lineUps = en.adminLineUps.errors;
  const ofLineUps = (error: unknown) => problemText(error, "en", ["adminLineUps:errors"]);
  expect(ofLineUps(new Error("out of luck. Really: home.title"))).toBe(en.common.errors.failed);
  expect(ofLineUps(raised("no_such_word", "42501"))).toBe(lineUps.denied);
  expect(ofLineUps(new UploadError(0, "no answer"))).toBe(en.common.errors.offline);
});

test("says how long to wait; a short one may have words of its own", () => {
  const words = (seconds: number) => problemText(limit(seconds), "en", ["comments:errors"]);
  expect(words(300)).toBe(en.comments.errors.tooMany.replace("{{when}}", "in 5 minutes"));
  expect(words(7200)).toContain("2 hours");
  expect(problemText(limit(60), "en", [])).toContain("1 minute");
});

test("lists the error's details", () => {
  const details = JSON.stringify({ competitions: ["Ligue 1", "Ligue 2"] });
  const error = raised("line_up_exists", "PT409", { details });
  expect(problemText(error, "en", ["adminLineUps:errors"])).toContain("Ligue 1 and Ligue 2");
});

test("has only words that the database raises", () => {
  const folder = new URL("../../../supabase/schemas/", import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const sql = files
    .filter((file) => file.endsWith(".sql"))
    .map((file) => readFileSync(new URL(file, folder), "utf8"))
    .join();
  const tables = [en.common, en.suggestions, en.review, en.adminLineUps, en.exchange];
  const words = [...tables, en.adminCommunity.members].flatMap(({ errors }) => Object.keys(errors));
  const own = words.filter((word) => word.includes("_"));
  expect(own.filter((word) => !sql.includes(`'${word}'`))).toEqual([]);
});
