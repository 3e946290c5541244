import { Pencil } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../../components/ui/button.tsx";
import { useMemberQuery } from "../../data/member-query.ts";
import { wishes } from "../../data/shelves/wishes.ts";
import { LOCALES } from "../../i18n/languages.ts";
import { useLanguage } from "../../i18n/use-language.ts";

/** Lazy: it needs the rules of its fields. */
const WishEditor = lazy(async () => ({ default: (await import("./wish-editor.tsx")).WishEditor }));

/** Opens the editor of a wish. */
export function WishButton({
  userId,
  jerseyId,
  title,
}: {
  userId: string;
  jerseyId: string;
  title: string;
}) {
  const { t } = useTranslation("copies");
  const [isOpen, setOpen] = useState(false);
  const { data, isPending } = useMemberQuery(wishes(userId));
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label={t("wish.edit", { title })}
        disabled={isPending}
        onClick={() => setOpen(true)}
      >
        <Pencil aria-hidden />
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <WishEditor
            userId={userId}
            jerseyId={jerseyId}
            title={title}
            wish={data?.get(jerseyId)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** What is said of a wish, in one line. */
export function WishLine({ userId, jerseyId }: { userId: string; jerseyId: string }) {
  const { t } = useTranslation("copies");
  const lang = useLanguage();
  const wish = useMemberQuery(wishes(userId)).data?.get(jerseyId);
  if (!wish) return null;
  const { size, size_scale: scale, highest_price: amount, currency, note } = wish;
  const price =
    amount !== null &&
    currency !== null &&
    new Intl.NumberFormat(LOCALES[lang], {
      style: "currency",
      currency,
      trailingZeroDisplay: "stripIfInteger",
    }).format(amount);
  const said = [
    size,
    scale && scale !== "adult" && t(`sizeScale.${scale}`),
    price && t("wish.upTo", { price }),
    note,
  ].filter(Boolean);
  if (said.length === 0) return null;
  return <p className="mt-1 line-clamp-2 text-sm text-muted">{said.join(" · ")}</p>;
}
