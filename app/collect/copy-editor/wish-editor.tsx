import { type SubmitEvent, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";

import { toast } from "../../shared/components/toast.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../../shared/ui/dialog.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { databaseProblem } from "../../shared/data/database-error.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { shelfKeys } from "../data/shelves/keys.ts";
import { saveWish, type WishKey } from "../data/shelves/wishes.ts";
import { brokenDetail, type CopyProblem } from "../domain/copies/copy-problem.ts";
import { FIRST_CURRENCY } from "../../shared/domain/currencies.ts";
import { type WishDetails, type WishForm, wishForm } from "../domain/copies/copy-rules.ts";
import { ValueInput } from "../components/value-input.tsx";
import { useDetailWords } from "../i18n/use-detail-words.ts";
import type { ShelfItem } from "../data/shelves/shelf-list.ts";
import { ShirtFacts, shirtOf, typedFactsOf } from "../intake/shirt-facts.tsx";
import { tidy } from "../../shared/domain/rules/text.ts";
import { typedPrice } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

/** What a member says about a wish: size, highest price, note, and the shirt itself where the catalogue lacks it. */
export function WishEditor({
  userId,
  of,
  title,
  wish,
  onClose,
}: {
  userId: string;
  of: WishKey;
  title: string;
  wish: ShelfItem | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation(["copies", "common", "collection"]);
  const lang = useLanguage();
  const { problemText } = useDetailWords();
  const [form, setForm] = useState<WishForm>({
    size_scale: wish?.size_scale ?? "",
    size: wish?.size ?? "",
    highest_price:
      typeof wish?.highest_price === "number" ? typedPrice(wish.highest_price, lang) : "",
    currency: wish?.currency ?? FIRST_CURRENCY,
    note: wish?.note ?? "",
  });
  const shirt = wish?.jersey_id === null ? wish.former_jersey : undefined;
  const [facts, setFacts] = useState(shirt && typedFactsOf(shirt, lang));
  const said = shirt && facts && shirtOf(facts, shirt);
  const [problems, setProblems] = useState<Partial<Record<string, CopyProblem>>>({});
  const { mutate: save, isPending } = useMemberMutation({
    write: (client, details: WishDetails) =>
      saveWish(client, userId, of, details, said ?? undefined),
    invalidates: [shelfKeys.list(userId, "wishlist")],
    onSuccess: () => {
      toast.success(t("wish.saved"));
      onClose();
    },
    onError: (error) => {
      if (databaseProblem(error).kind === "duplicate") {
        toast.error(t("collection:duplicate.wishlist"));
        return;
      }
      const [column, problem] = brokenDetail(databaseProblem(error).constraint) ?? [];
      if (column && problem) {
        setProblems({ [column]: problem });
        return;
      }
      console.error("wish not saved", error);
      toast.error(t("common:errors.failed"));
    },
  });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const { data, error } = wishForm.safeParse(form);
    const found = error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [];
    setProblems(Object.fromEntries(found) as typeof problems);
    if (data && (!shirt || said)) save(data);
  }

  const control = (name: keyof WishForm) => ({
    value: form[name],
    onChange: (value: string) => setForm((held) => ({ ...held, [name]: value })),
  });
  const field = (name: keyof WishForm) => ({
    label: t(`fields.${name}`),
    error: problemText(name, problems[name]),
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t("common:offline.wishlist")}
        description={title}
        closeLabel={t("common:close")}
      >
        <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
          {shirt && facts && (
            <ShirtFacts
              typed={facts}
              isKnown={shirt.teams !== undefined && tidy(facts.team) === shirt.team}
              onType={setFacts}
            />
          )}
          <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
            <Field {...field("size")} help={t("help.size")}>
              <ValueInput column="size" {...control("size")} />
            </Field>
            <Field {...field("size_scale")}>
              <ValueInput column="size_scale" {...control("size_scale")} />
            </Field>
            <Field {...field("highest_price")}>
              <ValueInput column="price" {...control("highest_price")} />
            </Field>
            <Field {...field("currency")}>
              <ValueInput column="currency" hasNone={false} {...control("currency")} />
            </Field>
          </div>
          <Field {...field("note")}>
            <ValueInput column="notes" {...control("note")} />
          </Field>
          <DialogActions>
            <DialogClose asChild>
              <Button variant="outline">{t("common:action.cancel")}</Button>
            </DialogClose>
            <Button type="submit" busy={isPending}>
              {t(isPending ? "common:action.saving" : "common:action.save")}
            </Button>
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  );
}
