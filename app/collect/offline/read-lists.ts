import { queryClient } from "../../shared/data/query-client.ts";
import { languageOf } from "../../shared/i18n/languages.ts";
import { loadMessages } from "../../shared/i18n/messages.ts";
import { COPY_TEXTS } from "../copy-editor/copy-requests.ts";
import { copyPages } from "../data/copies/copies.ts";
import { keepPhotosOf } from "../data/copies/stored-photos.ts";
import { shelfList } from "../data/shelves/shelf-list.ts";

/** Pages of copies that are read ahead: more is not stored either (`stored-queries.ts`). */
const COPY_PAGES = 6;

/** Reads both lists, and loads what shows them and opens a copy: a visit to the account opens one at most. */
export async function readLists(userId: string): Promise<void> {
  if (!navigator.onLine) return;
  await Promise.all([
    import("../my-copies/my-copies.tsx"),
    import("../copy-editor/copy-dialog.tsx"),
    import("../copy-editor/copy-editor.tsx"),
    loadMessages(languageOf(location.pathname), COPY_TEXTS),
    queryClient.prefetchQuery(shelfList(userId, "wishlist")),
  ]);
  // The collection reads itself where it is open, its first page first.
  if (location.pathname.endsWith("/collection")) return;
  await queryClient.prefetchInfiniteQuery({ ...copyPages(userId), pages: COPY_PAGES });
  const copies = queryClient.getQueryData(copyPages(userId).queryKey)?.pages.flat();
  if (copies) await keepPhotosOf(userId, copies);
}
