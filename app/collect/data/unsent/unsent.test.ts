import { beforeEach, expect, test, vi } from "vitest";

import { memberId } from "../../../shared/session/member-id.ts";
import type { CopyDetails } from "../../domain/copies/copy-details.ts";
import { addCopy, addOwnShirt } from "../copies/copies.ts";
import { readShirt, type ReadShirt } from "../intake/read-shirt.ts";
import { putOn } from "../shelves/shelves.ts";
import {
  discardUnsent,
  discardUnsentOf,
  keepUnsent,
  sendUnsent,
  type UnsentCopy,
  unsentCopies,
} from "./unsent.ts";

const { stored } = vi.hoisted(() => {
  // Another file of this worker may have loaded them without the mocks.
  vi.resetModules();
  return { stored: new Map<string, unknown>() };
});

vi.mock("../../../shared/browser/offline-store.ts", () => ({
  ownEntries: (userId: string, kind: string) => ({
    read: async (name: string) => stored.get(`${userId} ${kind} ${name}`),
    store: async (name: string, value: unknown) => stored.set(`${userId} ${kind} ${name}`, value),
    remove: async (name: string) => stored.delete(`${userId} ${kind} ${name}`),
    names: async () =>
      [...stored.keys()]
        .filter((key) => key.startsWith(`${userId} ${kind} `))
        .map((key) => key.split(" ")[2]),
  }),
}));
vi.mock("../../../shared/data/browser.ts", () => ({ browserClient: async () => ({}) }));
vi.mock("../../../shared/session/member-id.ts", () => ({ memberId: vi.fn<typeof memberId>() }));
vi.mock("../copies/copies.ts", () => ({
  addCopy: vi.fn<typeof addCopy>(),
  addOwnShirt: vi.fn<typeof addOwnShirt>(),
}));
vi.mock("../intake/read-shirt.ts", () => ({ readShirt: vi.fn<typeof readShirt>() }));
vi.mock("../shelves/shelves.ts", () => ({ putOn: vi.fn<typeof putOn>() }));

/** What the database has, by the id of a copy or by the jersey that is in the collection. */
let database: string[];
/** What goes wrong with the next request. */
let trouble: "unsent" | "unanswered" | { code: string; message?: string } | undefined;

async function write(key: string, constraint: string): Promise<void> {
  const problem = trouble;
  trouble = undefined;
  if (problem === "unsent") throw new TypeError("Failed to fetch");
  if (typeof problem === "object") throw Object.assign(new Error(problem.message), problem);
  if (database.includes(key)) {
    const message = `duplicate key value violates unique constraint "${constraint}"`;
    throw Object.assign(new Error(message), { code: "23505" });
  }
  database.push(key);
  if (problem === "unanswered") throw new TypeError("Failed to fetch");
}

const jersey = { jerseyId: "jersey", title: "RC Lens 2023-24" };
const waiting = () => (unsentCopies("me").queryFn as unknown as () => Promise<UnsentCopy[]>)();

beforeEach(() => {
  stored.clear();
  database = [];
  trouble = undefined;
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.mocked(memberId).mockResolvedValue("me");
  vi.mocked(addCopy).mockImplementation(async (_client, _jersey, { id }) => {
    await write(id!, "copies_pkey");
    return { id: id!, updated_at: "" };
  });
  vi.mocked(putOn).mockImplementation(async (_client, _shelf, _me, id) =>
    write(id, "user_collections_user_id_jersey_id_key"),
  );
});

test.each([
  ["“I have it”", null],
  ["a copy with details", { size: "M" } as CopyDetails],
])("%s whose answer was lost is sent again, and stored once", async (_, details) => {
  await keepUnsent("me", { ...jersey, id: "copy", details });
  trouble = "unanswered";
  expect(await sendUnsent("me")).toEqual([]);
  expect(await waiting()).toHaveLength(1);
  expect(await sendUnsent("me")).toEqual(["jersey"]);
  expect(database).toHaveLength(1);
  expect(await waiting()).toEqual([]);
  expect(await sendUnsent("me")).toEqual([]);
});

test("“I have it” in two tabs is one copy, two copies with details are two", async () => {
  await keepUnsent("me", { ...jersey, details: null });
  await keepUnsent("me", { ...jersey, details: null });
  await keepUnsent("me", { ...jersey, details: { size: "M" } as CopyDetails });
  await keepUnsent("me", { ...jersey, details: { size: "L" } as CopyDetails });
  expect(await waiting()).toHaveLength(3);
  await sendUnsent("me");
  expect(database).toHaveLength(3);
});

test.each(["unsent", { code: "PT429" }, { code: "PGRST301" }, { code: "XX000" }] as const)(
  "stays as it is after a passing failure: %j",
  async (failure) => {
    await keepUnsent("me", { ...jersey, details: null });
    trouble = failure;
    await sendUnsent("me");
    expect((await waiting())[0]).not.toHaveProperty("isRefused");
  },
);

test("what the site refuses stays, says so, and stops no other", async () => {
  await keepUnsent("me", { ...jersey, details: null });
  await keepUnsent("me", { jerseyId: "other", title: "Other", details: null });
  trouble = { code: "23503" };
  expect(await sendUnsent("me")).toEqual(["other"]);
  expect(await waiting()).toEqual([expect.objectContaining({ isRefused: true })]);
});

test.each([
  ["the catalogue's only jersey", {}, "it"],
  ["one of several jerseys", { jerseys: ["it", "other"] }, null],
  ["a jersey of a similar team", { isSure: false }, null],
  ["a jersey whose kit wasn't typed", { kit_type: undefined }, null],
  ["a jersey whose season wasn't typed", { season: undefined }, null],
  ["no jersey", { isSure: false, jerseys: [] }, null],
])("a typed shirt that is %s is looked up when it is sent", async (name, given, jerseyId) => {
  const only = { isSure: true, jerseys: ["it"], kit_type: "home", season: "1996-97" };
  const { isSure, jerseys, kit_type, season } = { ...only, ...given };
  vi.stubGlobal("location", { pathname: "/account/collection" });
  vi.mocked(addCopy).mockClear();
  vi.mocked(addOwnShirt).mockClear();
  const own = {
    title: "Auxerre 1996",
    team: "Auxerre",
    league: "SOCCER",
    kit_type,
    season,
  };
  const read = {
    ...{ text: "auxerre 96", isSure, own, details: { printed_number: "10" } },
    jerseys: jerseys.map((id) => ({ id })),
  } as unknown as ReadShirt;
  vi.mocked(readShirt).mockReturnValue({
    queryKey: ["read-shirt", name] as never,
    queryFn: async () => read,
  } as never);
  await keepUnsent("me", { id: "copy", jerseyId: null, title: "auxerre 96", details: null });
  expect(await sendUnsent("me")).toEqual([jerseyId]);
  const details = { id: "copy", printed_number: "10" };
  expect(vi.mocked(addCopy).mock.calls).toEqual(jerseyId ? [[{}, jerseyId, details]] : []);
  expect(vi.mocked(addOwnShirt).mock.calls).toEqual(jerseyId ? [] : [[{}, own, details]]);
  expect(await waiting()).toEqual([]);
});

test("is discarded on request, and never sent for another member", async () => {
  await keepUnsent("me", { ...jersey, details: null });
  vi.mocked(memberId).mockResolvedValue("you");
  expect(await sendUnsent("me")).toEqual([]);
  expect(await sendUnsent("you")).toEqual([]);
  expect(database).toEqual([]);
  expect(await discardUnsentOf("me", "jersey")).toBe(true);
  expect(await discardUnsentOf("me", "jersey")).toBe(false);
  await keepUnsent("me", { ...jersey, id: "copy", details: { size: "M" } as CopyDetails });
  const [copy] = await waiting();
  expect(await discardUnsent("me", copy!)).toBe(true);
  expect(await waiting()).toEqual([]);
});

test("a browser that stores nothing says so", async () => {
  vi.spyOn(stored, "set").mockReturnValueOnce(stored);
  await expect(keepUnsent("me", { ...jersey, details: null })).rejects.toThrow("not stored");
});
