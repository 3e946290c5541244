import type { ReactNode } from "react";

/** Something about the site that its administrators should see to, above their tabs. */
export function AdminNotice({
  id,
  title,
  text,
  children,
}: {
  id: string;
  title: string;
  text: string;
  children?: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="mb-6 rounded-2xl border border-line bg-surface p-5">
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      <p className="mt-1 max-w-prose">{text}</p>
      {children}
    </section>
  );
}
