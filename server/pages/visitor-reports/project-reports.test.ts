import { afterEach, expect, onTestFinished, test, vi } from "vitest";

import type { VisitorReport } from "../../../app/shared/data/backend-access.ts";
import { projectReports } from "./project-reports.ts";

const REPORT: VisitorReport = {
  target: { type: "jersey", id: "7c9e6679-7425-40de-944b-e07fc1f90ae7" },
  category: "rights",
  reason: "Ma photo.",
  name: null,
  email: "ana@example.org",
  lang: "fr",
  captchaToken: undefined,
};

const answering = (status: number, body?: unknown) =>
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => {
    return new Response(body === undefined ? null : JSON.stringify(body), { status });
  });
const reports = () => projectReports("https://project.example", "anon");

afterEach(() => vi.restoreAllMocks());

test("files a report with the anonymous key", async () => {
  const fetched = answering(204);
  expect(await reports().file(REPORT, "a")).toBeUndefined();
  const [address, request] = fetched.mock.calls[0]!;
  expect(address).toBe("https://project.example/rest/v1/rpc/send_visitor_report");
  expect(request).toMatchObject({ method: "POST", headers: { apikey: "anon" } });
  expect(JSON.parse(request!.body as string)).toEqual({
    target_type: "jersey",
    target_id: REPORT.target.id,
    category: "rights",
    reason: "Ma photo.",
    name: null,
    email: "ana@example.org",
    lang: "fr",
  });
});

test.each([
  ["visitor_reports_closed", "unavailable"],
  ["visitor_reports_too_many", "tooMany"],
  ["report_target_unknown", "target"],
  [
    'new row for relation "visitor_reports" violates check constraint "visitor_reports_name_for_rights"',
    "name",
  ],
  ["something else", "failed"],
])("says what %s means", async (message, problem) => {
  answering(400, { code: "23514", message });
  expect(await reports().file(REPORT, "a")).toBe(problem);
});

test("fails in words when the project is away, and takes no reports then", async () => {
  vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("fetch failed"));
  const away = reports();
  expect(await away.confirm("x")).toBe("failed");
  expect(await away.isOpen()).toBe(false);
});

test("asks once a minute whether reports are taken", async () => {
  const fetched = answering(200, true);
  const project = reports();
  expect(await project.isOpen()).toBe(true);
  expect(await project.isOpen()).toBe(true);
  expect(fetched).toHaveBeenCalledTimes(1);
});

test("takes five reports an hour from one origin", async () => {
  answering(204);
  const project = reports();
  for (let n = 0; n < 5; n += 1) expect(await project.file(REPORT, "a")).toBeUndefined();
  expect(await project.file(REPORT, "a")).toBe("tooMany");
  expect(await project.file(REPORT, "b")).toBeUndefined();
});

test("takes twenty reports a day from one origin", async () => {
  answering(204);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const project = reports();
  for (let n = 0; n < 20; n += 1) {
    vi.advanceTimersByTime(20 * 60_000);
    expect(await project.file(REPORT, "a")).toBeUndefined();
  }
  vi.advanceTimersByTime(2 * 3_600_000);
  expect(await project.file(REPORT, "a")).toBe("tooMany");
  vi.advanceTimersByTime(24 * 3_600_000);
  expect(await project.file(REPORT, "a")).toBeUndefined();
});

test("counts no form that was refused", async () => {
  answering(400, { message: "report_target_unknown" });
  const project = reports();
  for (let n = 0; n < 6; n += 1) expect(await project.file(REPORT, "a")).toBe("target");
});
