import { afterEach, expect, test, vi } from "vitest";

import { toast } from "../../shared/components/toast.ts";
import { queryClient } from "../../shared/data/query-client.ts";
import type { Shelf } from "../../shared/domain/shelf.ts";
import { loadAllMessages } from "../../shared/i18n/messages.ts";
import { shelfMembershipQuery } from "../data/shelves/shelf-membership.ts";
import { putOn, readShelfMemberships, takeOff } from "../data/shelves/shelves.ts";
import { changeShelf } from "./toggle-shelf.ts";

// Another file of this worker may have loaded them without the mocks.
vi.hoisted(() => vi.resetModules());
vi.mock("../data/shelves/shelves.ts", () => ({
  putOn: vi.fn<typeof putOn>(),
  takeOff: vi.fn<typeof takeOff>(),
  readShelfMemberships: vi.fn<typeof readShelfMemberships>(),
}));
vi.mock("../../shared/data/browser.ts", () => ({ browserClient: async () => ({}) }));
vi.mock("../../shared/components/toast.ts", () => ({
  toast: { success: vi.fn<typeof toast.success>(), error: () => {} },
}));

await loadAllMessages();

const read = vi.mocked(readShelfMemberships);
const jersey = { id: "jersey", title: "Bulls 1996" };
const query = shelfMembershipQuery("zoe", jersey.id);
const onShelf = () => queryClient.getQueryData(query.queryKey)?.collection;
const memberships = (collection: boolean) =>
  new Map([[jersey.id, { collection, wishlist: false }]]);

afterEach(() => queryClient.clear());

test.each([
  { what: "a jersey that was added", write: putOn, isOnShelf: true },
  { what: "a jersey that was taken off", write: takeOff, isOnShelf: false },
])("$what stays so, whatever was read during the write", async ({ write, isOnShelf }) => {
  const writing = Promise.withResolvers<undefined>();
  vi.mocked(write as typeof takeOff).mockReturnValueOnce(writing.promise);
  const changing = changeShelf(
    { userId: "zoe", jersey, shelf: "collection", isOnShelf, copies: [] },
    "fr",
  );
  await vi.waitFor(() => expect(write).toHaveBeenCalled());
  // The page reads: one answer before the write is stored, one that comes after it.
  read.mockResolvedValueOnce(memberships(!isOnShelf));
  await queryClient.fetchQuery({ ...query, staleTime: 0 });
  expect(onShelf()).toBe(!isOnShelf);
  const late = Promise.withResolvers<ReturnType<typeof memberships>>();
  read.mockReturnValueOnce(late.promise);
  const reading = queryClient.fetchQuery({ ...query, staleTime: 0 }).catch(() => undefined);
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2));
  writing.resolve(undefined);
  await changing;
  late.resolve(memberships(!isOnShelf));
  await reading;
  expect(onShelf()).toBe(isOnShelf);
  read.mockReset();
});

const shelved = (shelf: Shelf, isOnOther: boolean) => {
  queryClient.setQueryData(query.queryKey, { collection: isOnOther, wishlist: isOnOther });
  return changeShelf({ userId: "zoe", jersey, shelf, isOnShelf: true }, "fr");
};
const offered = () => vi.mocked(toast.success).mock.lastCall?.[1];

test.each([
  ["collection", false, "Ajouter des détails"],
  ["collection", true, "Retirer de ma wishlist"],
  ["wishlist", false, "Ajouter des détails"],
  ["wishlist", true, "Ajouter des détails"],
] as const)(
  "what was put on the %s can be undone, on the other: %s",
  async (shelf, other, label) => {
    vi.mocked(toast.success).mockClear();
    await shelved(shelf, other);
    expect(offered()).toMatchObject({ label, undo: { label: "Annuler" } });
  },
);

test("the undo of a wish takes off the wish alone", async () => {
  vi.mocked(takeOff).mockReset().mockResolvedValue(undefined);
  await shelved("wishlist", true);
  offered()!.undo!.onClick();
  await vi.waitFor(() => expect(takeOff).toHaveBeenCalledOnce());
  expect(takeOff).toHaveBeenCalledWith({}, "wishlist", "zoe", jersey.id);
  expect(onShelf()).toBe(true);
});
