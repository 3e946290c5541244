import { useRef, useState } from "react";

import { toast } from "../../shared/components/toast.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { shelfKeys } from "../data/shelves/keys.ts";
import { addOwnWish, saidOf } from "../data/shelves/wishes.ts";
import type { FormerJersey } from "../domain/copies/copy.ts";
import type { CopyDetails } from "../domain/copies/copy-details.ts";
import type { WishDetails } from "../domain/copies/copy-rules.ts";
import { ShirtSearch } from "../intake/shirt-search.tsx";

type Details = Pick<CopyDetails, "printed_name" | "printed_number" | "size" | "notes">;

/** "I want it" for any shirt in the world: a jersey of the catalogue, or a shirt that it lacks. */
export function WishField({
  userId,
  onJersey,
}: {
  userId: string;
  onJersey: (jersey: { id: string; title: string }, wish: WishDetails) => void;
}) {
  const { t } = useTranslation("collection");
  const problemText = useProblemText();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const { mutate, isPending, error } = useMemberMutation({
    write: (client, { shirt, details }: { shirt: FormerJersey; details: Details }) =>
      addOwnWish(client, shirt, wishOf(details)),
    invalidates: [shelfKeys.lists(userId)],
    endsExpiredSession: true,
    onSuccess: () => {
      clear();
      toast.success(t("added.wishlist"));
    },
  });

  function clear() {
    setText("");
    field.current?.focus();
  }

  return (
    <div className="grid grid-cols-1 gap-3">
      <ShirtSearch
        userId={userId}
        text={text}
        onText={setText}
        field={field}
        label={t("wish")}
        shelf="wishlist"
        busy={isPending}
        copies={[]}
        onJersey={(jersey, details) => {
          clear();
          onJersey(jersey, wishOf(details));
        }}
        onOwn={(shirt, details) => mutate({ shirt, details })}
        problem={error ? problemText(error, t("addFailed.wishlist")) : undefined}
      />
    </div>
  );
}

/** A wish has no print: the name and the number that somebody looks for are noted. */
function wishOf({ printed_name: name, printed_number: number, size, notes }: Details): WishDetails {
  const print = [name, number].filter(Boolean).join(" ");
  const note = [print, notes].filter(Boolean).join(" · ").slice(0, 500);
  return saidOf({ size: size?.slice(0, 20) ?? null, note: note || null });
}
