import { Shirt } from "lucide-react";

import { useMemberQuery } from "../../shared/data/member-query.ts";
import { shelfMembershipQuery } from "../data/shelves/shelf-membership.ts";

export default function MemberMark({
  userId,
  jerseyId,
  label,
}: {
  userId: string;
  jerseyId: string;
  label: string;
}) {
  const { data } = useMemberQuery(shelfMembershipQuery(userId, jerseyId));
  if (!data?.collection) return null;
  return (
    <span className="ml-auto grid size-8 shrink-0 place-items-center rounded-full bg-accent text-accent-ink">
      <Shirt aria-hidden className="size-4 fill-current" />
      <span className="sr-only">{label}</span>
    </span>
  );
}
