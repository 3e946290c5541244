import { FillList } from "./fill-list.tsx";

/** The ways to many jerseys at once, for the member of an empty list. Lazy: others never see them. */
export default function EmptyList({
  userId,
  list,
  onFilled,
}: {
  userId: string;
  list: { id: string; title: string };
  onFilled?: (() => void) | undefined;
}) {
  return (
    <div className="grid max-w-2xl grid-cols-1 gap-4 rounded-2xl border border-line p-4 sm:p-6">
      <FillList userId={userId} list={list} onFilled={onFilled} />
    </div>
  );
}
