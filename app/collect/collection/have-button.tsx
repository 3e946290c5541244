import { CardIcon } from "../../shared/components/card-icons.tsx";
import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import type { Go } from "../../shared/session/use-sign-in-first.ts";
import { Button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { useMembership } from "./use-membership.tsx";
import { type ShelvedJersey, useShelfPress } from "./use-shelf-press.ts";

/** "I have it", where a shirt is seen, for visitors too; marked while the member owns it. Its word is shown where there is room. */
export function HaveButton({
  jersey,
  className,
}: {
  jersey: ShelvedJersey;
  className?: string | undefined;
}) {
  const { t } = useTranslation();
  const press = useShelfPress(jersey);
  const { membership, reading } = useMembership(jersey.id);
  const isOwned = membership.collection;
  return (
    <>
      <Button
        variant={isOwned ? "hero" : "secondary"}
        aria-pressed={isOwned}
        aria-label={t("have.of", { title: jersey.title })}
        className={cx("have", className)}
        onClick={() => void press("collection")}
      >
        <CardIcon of="shirt" />
        <span className="have-word">{t("have.short")}</span>
      </Button>
      {reading}
    </>
  );
}

/**
 * The same in an option of a list, which can't contain a button: assistive technology sees its text only. Pressed by a pointer;
 * the list has a key for the chosen option.
 */
export function HaveInOption({ jersey, go }: { jersey: ShelvedJersey; go: Go }) {
  const { t } = useTranslation();
  const press = useShelfPress(jersey, go);
  const { membership, reading } = useMembership(jersey.id);
  const isOwned = membership.collection;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the list has its key */}
      <span
        data-have
        className={cx(
          "button have -mx-1.5 size-11 shrink-0",
          isOwned ? "owned bg-accent text-accent-ink" : "text-muted hover:bg-line hover:text-ink",
        )}
        onClick={(event) => {
          // The option would open the jersey.
          event.stopPropagation();
          void press("collection");
        }}
      >
        <CardIcon of="shirt" />
        {isOwned && <span className="sr-only">{t("have.short")}</span>}
      </span>
      {reading}
    </>
  );
}
