import { toast } from "../../shared/components/toast.ts";
import { translator } from "../../shared/i18n/translations.ts";
import { loadMessages } from "../../shared/i18n/messages.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { memberId } from "../../shared/session/member-id.ts";
import { type Go, useSignInFirst } from "../../shared/session/use-sign-in-first.ts";
import type { Shelf } from "../../shared/domain/shelf.ts";

export interface ShelvedJersey {
  id: string;
  title: string;
}

/**
 * Returns the handler of a jersey's shelf buttons. A visitor is led to the sign-in page, after which the jersey is put on
 * the shelf. Loads the texts that it needs: not every page with such a button carries them.
 */
export function useShelfPress({ id, title }: ShelvedJersey, go?: Go) {
  const lang = useLanguage();
  const signInFirst = useSignInFirst(go);
  return async (shelf: Shelf): Promise<void> => {
    try {
      const [member] = await Promise.all([memberId(), loadMessages(lang, ["collection"])]);
      if (member) {
        const { toggleShelf } = await import("./toggle-shelf.ts");
        await toggleShelf(member, { id, title }, shelf, lang);
      } else {
        const notice = translator(lang, "collection")(`signIn.${shelf}`);
        await signInFirst({ kind: "shelf", jerseyId: id, title, shelf }, notice);
      }
    } catch (error) {
      console.error("shelves not reached", error);
      toast.error(translator(lang, "common")("error.generic"));
    }
  };
}
