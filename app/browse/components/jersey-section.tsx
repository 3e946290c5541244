import type { SaidByPage } from "../../shared/components/jersey-card.tsx";
import { BoardLink } from "./board-link.tsx";
import { JerseyList } from "../../shared/components/jersey-list.tsx";
import { NoJerseys } from "./no-jerseys.tsx";
import type { JerseySummary } from "../../shared/domain/jersey.ts";
import type { Board } from "../../shared/domain/leaderboard.ts";
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
  board,
}: {
  title: string;
  listKey: string;
  jerseys: Page<JerseySummary>;
  said: SaidByPage;
  /** Values that fill the submission form. */
  known: Record<string, string>;
  /** Parameters of the catalogue for the same jerseys. */
  filter: Record<string, string>;
  /** The leaderboard of what the page shows, if there is one. */
  board?: Board;
}) {
  return (
    <section aria-labelledby="jerseys" className="page pt-6 md:pt-16">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-2 md:mb-6 md:gap-x-6">
        <h2 id="jerseys" className="heading text-2xl md:text-3xl">
          {title}
        </h2>
        <div className="flex flex-wrap gap-2">
          {jerseys.items.length > 0 && <FilterThese by={filter} />}
          {board && <BoardLink board={board} />}
        </div>
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
