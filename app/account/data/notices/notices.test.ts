import { expect, it } from "vitest";

import { isContestable, type Notice } from "./notices.ts";

const NOTICE: Pick<
  Notice,
  "outcome" | "about" | "comment" | "is_again" | "contested_at" | "created_at"
> = {
  outcome: "comment_hidden",
  about: "comment",
  comment: { hidden_reason: "wrong" },
  is_again: false,
  contested_at: null,
  created_at: new Date().toISOString(),
};

it.each<[is: boolean, what: string, notice: Partial<Notice>]>([
  [true, "a hidden comment", {}],
  [false, "one that was deleted since", { comment: null }],
  [false, "one that was edited since, and waits", { comment: { hidden_reason: null } }],
  [false, "all comments hidden at once", { about: "profile", comment: null }],
  [true, "a reported comment", { outcome: "report_upheld" }],
  [false, "a reported comment that was deleted since", { outcome: "report_upheld", comment: null }],
  [true, "a reported list", { outcome: "report_upheld", about: "list", comment: null }],
  [false, "an answer to a contest", { is_again: true }],
])("offers a contest (%s) of %s", (is, _, notice) => {
  expect(isContestable({ ...NOTICE, ...notice } as Notice)).toBe(is);
});
