import type { SaidByPage } from "../../shared/components/jersey-card.tsx";
import { JerseyList } from "../../shared/components/jersey-list.tsx";
import { NoJerseys } from "./no-jerseys.tsx";
import type { JerseySummary } from "../../shared/domain/jersey.ts";
import type { Page } from "../../shared/domain/page.ts";
import { CommunityCard } from "./community-card.tsx";
import { FilterThese } from "./filter-these.tsx";

/** The jerseys of a team or competition by score, or a link to submit the first one. */
export function JerseySection({
  title,
  listKey,
  jerseys,
  said,
  known,
  filter,
}: {
  title: string;
  listKey: string;
  jerseys: Page<JerseySummary>;
  said: SaidByPage;
  /** Values that fill the submission form. */
  known: Record<string, string>;
  /** Parameters of the catalogue for the same jerseys. */
  filter: Record<string, string>;
}) {
  return (
    <section aria-labelledby="jerseys" className="page pt-6 md:pt-16">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-2 md:mb-6 md:gap-x-6">
        <h2 id="jerseys" className="heading text-2xl md:text-3xl">
          {title}
        </h2>
        {jerseys.items.length > 0 && <FilterThese by={filter} />}
      </div>
      <JerseyList
        listKey={listKey}
        page={jerseys}
        Card={CommunityCard}
        said={said}
        empty={<NoJerseys known={known} />}
      />
    </section>
  );
}
