import type { User } from "@supabase/supabase-js";
import { Activity, type ComponentType, lazy, Suspense, useState } from "react";
import { useParams, useSearchParams } from "react-router";

import { asAccountSection } from "../../address/account-sections.ts";
import { afterClosing } from "../../../shared/browser/overlay-history.ts";
import { useMemberQuery } from "../../../shared/data/member-query.ts";
import { isUuid } from "../../../shared/domain/uuid.ts";
import { editDraft } from "../../../contribute/edit-jersey/edit-draft.ts";
import { myAccount } from "../../data/session/credentials.ts";
import { AccountNav } from "./account-nav.tsx";
import { type Dialog, type SectionProps, SECTIONS } from "./sections.tsx";

/** Lazy: with the fields of a jersey it is as large as all else here. */
const EditDialog = lazy(async () => ({
  default: (await import("../../../contribute/edit-jersey/edit-dialog.tsx")).EditDialog,
}));
const DeleteDialog = lazy(async () => ({
  default: (await import("../../../contribute/edit-jersey/delete-dialog.tsx")).DeleteDialog,
}));

/** The section of an address: `/account` shows the contributions, and the profile is part of the settings. */
function shownSection(name: string | undefined): keyof typeof SECTIONS {
  const section = asAccountSection(name);
  return section === "profile" ? "settings" : (section ?? "contributions");
}

/** The sections; `?edit=…` opens the edit dialog of a jersey of the member's. */
export default function MemberView({ user }: { user: User }) {
  const section = shownSection(useParams().section);
  const [query, setQuery] = useSearchParams();
  const edited = query.get("edit") ?? "";
  const [dialog, setDialog] = useState<Dialog | undefined>(() => {
    if (isUuid(edited)) return { kind: "edit", id: edited };
    // Reopens an edit that the end of a session has interrupted, where jerseys are listed: one that
    // was left by Back must not cover the other sections.
    const draft = section === "contributions" ? editDraft.read(user.id) : undefined;
    return draft && { kind: "edit", id: draft.jerseyId };
  });
  // Asks the service in every section, so that a session that was ended on another device ends here.
  useMemberQuery(myAccount(user.id));
  // Sections that were visited stay, hidden: nothing that was typed in them is lost.
  const [visited, setVisited] = useState([section]);
  if (!visited.includes(section)) setVisited([...visited, section]);

  function closeEdit() {
    setDialog(undefined);
    // A reload doesn't open it again.
    if (edited)
      afterClosing(() => setQuery(withoutEdit, { replace: true, preventScrollReset: true }));
  }
  return (
    <>
      <AccountNav current={section} userId={user.id} />
      {visited.map((name) => {
        const Section: ComponentType<SectionProps> = SECTIONS[name];
        return (
          <Activity key={name} mode={name === section ? "visible" : "hidden"}>
            <Section user={user} onDialog={setDialog} />
          </Activity>
        );
      })}
      <Suspense>
        {dialog?.kind === "edit" && (
          <EditDialog jerseyId={dialog.id} userId={user.id} onClose={closeEdit} />
        )}
        {dialog?.kind === "delete" && (
          <DeleteDialog jersey={dialog} onClose={() => setDialog(undefined)} />
        )}
      </Suspense>
    </>
  );
}

function withoutEdit(query: URLSearchParams): URLSearchParams {
  query.delete("edit");
  return query;
}
