import { expect, test, vi } from "vitest";

import type { VisitorReports } from "../../../shared/data/backend-access.ts";
import { statusOf, takeReportForm } from "./act.ts";

const ID = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
const FIELDS = {
  address: `https://site.example/jersey/psg/home/2019/${ID}`,
  category: "rights",
  reason: " Ma photo. ",
  name: "",
  email: " ana@example.org ",
};

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

const port = () => ({
  isOpen: vi.fn<VisitorReports["isOpen"]>(async () => true),
  file: vi.fn<VisitorReports["file"]>(async () => undefined),
  confirm: vi.fn<VisitorReports["confirm"]>(async () => "token"),
  contest: vi.fn<VisitorReports["contest"]>(async () => undefined),
});

const nobody = async () => undefined;

test("files a report with its target, tidied", async () => {
  const visitorReports = port();
  const answer = await takeReportForm(
    formOf(FIELDS),
    { visitorReports, origin: "o" },
    "pt",
    nobody,
  );
  expect(answer).toEqual({ done: "sent" });
  expect(visitorReports.file).toHaveBeenCalledWith(
    expect.objectContaining({
      target: { type: "jersey", id: ID },
      reason: "Ma photo.",
      name: null,
      email: "ana@example.org",
      lang: "pt",
    }),
    "o",
  );
});

test.each([
  [{ address: "https://site.example/" }, "target", 400],
  [{ address: "https://site.example/member/kiko_9" }, "target", 400],
  [{ reason: " " }, "reason", 400],
  [{ confirm: "x" }, "token", 404],
] as const)("refuses %j and shows what was typed again", async (fields, problem, status) => {
  const form = formOf({ ...FIELDS, ...fields });
  const answer = await takeReportForm(form, { visitorReports: port() }, "fr", nobody);
  expect(answer).toMatchObject({ problem, typed: { email: "ana@example.org" } });
  expect(statusOf(answer)).toBe(status);
});

test("says so where the server has no rights of its own", async () => {
  const answer = await takeReportForm(formOf(FIELDS), {}, "fr", nobody);
  expect(answer).toMatchObject({ problem: "unavailable" });
});

test("finds a member by the name in the address of their page", async () => {
  const visitorReports = port();
  const form = formOf({ ...FIELDS, address: "https://site.example/en/member/kiko_9" });
  const access = { visitorReports, origin: "o" };
  const idOf = async (name: string) => (name === "kiko_9" ? ID : undefined);
  expect(await takeReportForm(form, access, "en", idOf)).toEqual({ done: "sent" });
  const target = { type: "profile", id: ID };
  expect(visitorReports.file).toHaveBeenCalledWith(expect.objectContaining({ target }), "o");
});
