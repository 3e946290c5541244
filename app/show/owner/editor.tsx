import { X } from "lucide-react";
import { useId } from "react";
import { useRevalidator } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { followKeys } from "../../collect/data/follows/follows.ts";
import { ClubChoice } from "../../contribute/components/club-choice.tsx";
import { toast } from "../../shared/components/toast.ts";
import { useTabDraft } from "../../shared/components/use-tab-draft.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { profileKeys } from "../../shared/data/profiles/keys.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import { teamName } from "../../shared/i18n/catalogue-names.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Checkbox } from "../../shared/ui/checkbox.tsx";
import { Dialog, DialogContent } from "../../shared/ui/dialog.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import {
  type OwnShowcase,
  ownShowcase,
  saveShowcase,
  showcaseKey,
  shownClubs,
} from "../data/own-showcase.ts";
import { SHOWCASE } from "../domain/limits.ts";
import { ShowcaseShirts } from "./showcase-shirts.tsx";
import { useOwnName } from "./use-own-name.tsx";

/** Edits what a member shows on their page. What is typed stays in the tab until it is saved. */
export default function Editor({
  userId,
  onShown,
  onClose,
}: {
  userId: string;
  /** Called when the shirts are shown from now on. */
  onShown: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(["showcase", "common"]);
  const { data, isError } = useMemberQuery(ownShowcase(userId));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t("showcase:editor.title")}
        description={t("showcase:editor.never")}
        closeLabel={t("common:close")}
        className="sm:w-[min(94vw,44rem)]"
      >
        {isError && <p role="alert">{t("common:error.loadFailed")}</p>}
        {!data && !isError && <Skeleton className="h-96" />}
        {data && <EditorForm userId={userId} stored={data} onShown={onShown} onClose={onClose} />}
      </DialogContent>
    </Dialog>
  );
}

function EditorForm({
  userId,
  stored,
  onShown,
  onClose,
}: {
  userId: string;
  stored: OwnShowcase;
  onShown: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(["showcase", "common"]);
  const problemText = useProblemText("showcase:errors");
  const { revalidate } = useRevalidator();
  const [shown, change, forget] = useTabDraft<OwnShowcase>("showcase", userId, {
    ...stored,
    // The button that opens the editor of a closed page says "show", so the switch starts on.
    is_open: true,
  });
  const set = (changed: Partial<OwnShowcase>) => change({ ...shown, ...changed });
  const ownName = useOwnName(userId, shown.is_open);
  const save = useMemberMutation({
    write: async (client, wanted: OwnShowcase) => {
      await ownName.save(client);
      await saveShowcase(client, wanted);
    },
    // Clubs that are shown are followed.
    invalidates: [showcaseKey(userId), followKeys.all(userId), profileKeys.mine(userId)],
    onSuccess: (_result, { is_open }) => {
      forget();
      toast.success(t(is_open ? "editor.opened" : "owner.closed"));
      if (is_open) onShown();
      void revalidate();
      onClose();
    },
    onError: (error) => toast.error(problemText(error)),
  });
  return (
    <form
      className="grid grid-cols-1 gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(shown);
      }}
    >
      <Checkbox
        checked={shown.is_open}
        onChange={({ target }) => set({ is_open: target.checked })}
        className="font-semibold"
      >
        {t("editor.open")}
      </Checkbox>
      {ownName.field}
      <Field label={t("editor.about")}>
        <Input
          value={shown.about ?? ""}
          maxLength={SHOWCASE.about}
          placeholder={t("editor.aboutExample")}
          onChange={({ target }) => set({ about: target.value })}
        />
      </Field>
      <ClubsField teams={shown.teams} onChange={(teams) => set({ teams })} />
      <ShowcaseShirts
        userId={userId}
        shirts={shown.shirts}
        onChange={(shirts) => set({ shirts })}
      />
      <Checkbox
        checked={shown.with_names}
        onChange={({ target }) => set({ with_names: target.checked })}
      >
        {t("editor.names")}
      </Checkbox>
      <Checkbox
        checked={shown.with_wishes}
        onChange={({ target }) => set({ with_wishes: target.checked })}
      >
        {t("editor.wishes")}
      </Checkbox>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={save.isPending}>
          {t(shown.is_open ? "editor.saveOpen" : "editor.saveClosed")}
        </Button>
        <Button
          variant="ghost"
          onClick={() => {
            forget();
            onClose();
          }}
        >
          {t("common:action.cancel")}
        </Button>
      </div>
    </form>
  );
}

/** Up to three clubs. */
function ClubsField({
  teams,
  onChange,
}: {
  teams: readonly string[];
  onChange: (teams: string[]) => void;
}) {
  const { t } = useTranslation(["showcase", "collection", "lists", "common"]);
  const lang = useLanguage();
  const field = useId();
  const { data: clubs = [] } = useMemberQuery(shownClubs(teams));
  const chosen = teams.map((id) => ({ id, club: clubs.find((club) => club.id === id) }));
  return (
    <div className="grid gap-2">
      <label htmlFor={field} className="text-sm font-semibold">
        {t("editor.clubs")}
      </label>
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {chosen.map(({ id, club }) => {
            const name = club ? teamName(club, club.competition, lang) : "…";
            return (
              <li
                key={id}
                className="inline-flex items-center rounded-full border border-line pl-4 text-sm font-semibold"
              >
                {name}
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={t("common:of", { label: t("common:action.remove"), name })}
                  onClick={() => onChange(teams.filter((other) => other !== id))}
                >
                  <X aria-hidden />
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {teams.length < SHOWCASE.clubs && (
        <ClubChoice
          id={field}
          chosen={chosen}
          listLabel={t("collection:clubs.found")}
          placeholder={t("lists:editor.clubExample")}
          onPick={({ id }) => onChange([...teams, id])}
        />
      )}
    </div>
  );
}
