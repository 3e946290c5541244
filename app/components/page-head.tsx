import type { ReactNode } from "react";

import type { Crumb } from "../head/breadcrumbs.ts";
import { Breadcrumbs } from "./breadcrumbs.tsx";

/** The top of a list screen: breadcrumbs and heading. */
export function PageHead({
  crumbs,
  title,
  children,
}: {
  crumbs: Crumb[];
  title: string;
  children?: ReactNode;
}) {
  return (
    <header className="page pt-4 pb-8 md:pt-6 md:pb-12">
      <Breadcrumbs crumbs={crumbs} className="text-muted" />
      <h1 className="heading mt-4 text-4xl">{title}</h1>
      {children && <div className="mt-3 max-w-prose text-lg text-muted">{children}</div>}
    </header>
  );
}
