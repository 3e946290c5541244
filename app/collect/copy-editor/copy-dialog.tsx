import type { ComponentType } from "react";

import { COPY_TEXTS, type CopyRequest } from "./copy-requests.ts";
import { queryClient } from "../../shared/data/query-client.ts";
import { shelfList } from "../data/shelves/shelf-list.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { loadMessages } from "../../shared/i18n/messages.ts";
import type { CopyDialogProps } from "./copy-editor-host.tsx";

/** Loads the dialog for a request, with its texts. */
export async function copyDialog(
  request: CopyRequest,
  lang: Language,
): Promise<ComponentType<CopyDialogProps>> {
  const texts = loadMessages(lang, COPY_TEXTS);
  if (request.kind === "edit") {
    const [{ CopyEditor }] = await Promise.all([import("./copy-editor.tsx"), texts]);
    const { copy } = request;
    return ({ memberId, onClose }) =>
      copy.userId === memberId && (
        <CopyEditor key={copy.copyId ?? "new"} toEdit={copy} onClose={onClose} />
      );
  }
  if (request.kind === "wish") {
    const { wish: wishRequest } = request;
    // What is edited is read anew.
    const wishlist = shelfList(wishRequest.userId, "wishlist");
    const known = { ...wishlist, networkMode: "always", staleTime: 0 } as const;
    const [{ WishEditor }, stored] = await Promise.all([
      import("./wish-editor.tsx"),
      queryClient.fetchQuery(known),
      texts,
    ]);
    return ({ memberId, onClose }) =>
      wishRequest.userId === memberId && (
        <WishEditor
          userId={wishRequest.userId}
          title={wishRequest.title}
          of={wishRequest.wish}
          wish={stored.find((item) =>
            "id" in wishRequest.wish
              ? item.id === wishRequest.wish.id
              : item.jersey_id === wishRequest.wish.jersey_id,
          )}
          onClose={onClose}
        />
      );
  }
  const [{ TakeOutDialog }] = await Promise.all([import("./take-out-dialog.tsx"), texts]);
  return ({ onClose }) => (
    <TakeOutDialog
      takeOut={request.takeOut}
      onAnswer={(isWanted) => {
        onClose();
        request.answer(isWanted);
      }}
    />
  );
}
