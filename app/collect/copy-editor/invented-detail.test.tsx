import { FormProvider, useForm } from "react-hook-form";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

// A detail that no file but this one names is in the form, its rules, the import and the export.

const PATCH = {
  name: "sleeve_patch",
  kind: "line",
  max: 12,
  group: "first",
  headings: "sleeve-patch patch badge-de-manche",
} as const;

const load = async () => ({
  register: await import("../domain/copies/copy-details.ts"),
  ...(await import("../domain/copies/copy-problem.ts")),
  ...(await import("../domain/copies/copy-rules.ts")),
  ...(await import("../domain/copies/filter.ts")),
  ...(await import("../domain/exchange/collection-file.ts")),
  ...(await import("../domain/exchange/collection-table.ts")),
  ...(await import("../domain/exchange/columns.ts")),
  ...(await import("../domain/exchange/dry-run.ts")),
  ...(await import("../domain/exchange/read-line.ts")),
  ...(await import("../domain/exchange/dry-run.ts")),
  ...(await import("../data/copies/columns.ts")),
  ...(await import("../../shared/i18n/messages.ts")),
  ...(await import("./detail-groups.tsx")),
});
let site: Awaited<ReturnType<typeof load>>;

beforeAll(async () => {
  // What follows from the register is made when its modules load.
  vi.resetModules();
  const register = await import("../domain/copies/copy-details.ts");
  (register.DETAIL_LIST as unknown as object[]).push(PATCH);
  (register.DETAIL_NAMES as string[]).push(PATCH.name);
  Object.assign(register.DETAILS, { [PATCH.name]: PATCH });
  site = await load();
  await site.loadAllMessages();
});
afterAll(() => vi.resetModules());

const problemsOf = (form: object) =>
  site.copyForm
    .safeParse({ ...site.copyFormOf({}), ...form })
    .error?.issues.map(({ path, message }) => `${path.join()}: ${message}`);

test("it has a field and a rule in the form", () => {
  function Form() {
    const form = useForm({ defaultValues: site.copyFormOf({}) });
    return (
      <FormProvider {...form}>
        <site.DetailGroups />
      </FormProvider>
    );
  }
  const Page = createRoutesStub([{ path: "*", Component: Form }]);
  expect(renderToStaticMarkup(<Page initialEntries={["/"]} />)).toContain('name="sleeve_patch"');
  const typed = { ...site.copyFormOf({}), sleeve_patch: " Ligue 1 " };
  expect(site.copyForm.parse(typed)).toMatchObject({ sleeve_patch: "Ligue 1" });
  expect(problemsOf({ sleeve_patch: "x".repeat(13) })).toEqual(["sleeve_patch: long"]);
  expect(site.brokenDetail("copies_sleeve_patch_length")).toEqual(["sleeve_patch", "long"]);
  expect(site.register.isDetailed({ ...site.copyForm.parse(typed), photos: [] })).toBe(true);
});

test("a list's column fills it, a cell that is too long can be corrected, and the line is sent with it", () => {
  const options = { dates: "dmy", currency: "EUR", league: "SOCCER" } as const;
  const list = "Club,Badge de manche\nPSG,Ligue 1\nOM,Ligue des champions\n";
  const { header, rows } = site.readCollection(new TextEncoder().encode(list));
  const [read, long] = site.readLines(rows, site.guessColumns(header), options);
  expect(read?.line).toMatchObject({
    details: { sleeve_patch: "Ligue 1" },
    given: ["sleeve_patch"],
  });
  expect(long?.refusals).toMatchObject([{ column: "sleeve_patch", problem: "tooLong" }]);
  const corrected = site.readLine(long!, { ...long!.values, ...{ sleeve_patch: "C1" } }, options);
  const lines = site.checkedLines([read!, corrected], []);
  const sent = site.sentLines(lines.map((line) => ({ ...line, choice: "keep" })));
  expect(sent.map((one) => one.sent.details)).toMatchObject([
    { sleeve_patch: "Ligue 1" },
    { sleeve_patch: "C1" },
  ]);
});

test("it is read, exported, and in the list to download", () => {
  expect(site.DETAILS.split(", ")).toContain("sleeve_patch");
  expect(site.COLUMNS).toContain("sleeve_patch");
  expect(site.TEMPLATE).toContain("sleeve_patch");
  const jersey = site.exchangedJersey(null, null);
  const copy = { ...site.copyForm.parse(site.copyFormOf({})), sleeve_patch: "Ligue 1" };
  const exported = { ...copy, id: "c", added_at: "2026-01-01T00:00:00Z", jersey, photos: [] };
  expect(site.copyRow(exported)).toMatchObject({ sleeve_patch: "Ligue 1" });
});
