import type { SaidByPage } from "../../components/jersey-card.tsx";
import { JerseyList } from "../../components/jersey-list.tsx";
import { NoJerseys } from "../../components/no-jerseys.tsx";
import type { JerseySummary } from "../../domain/jersey.ts";
import type { Page } from "../../domain/page.ts";
import { CommunityCard } from "./community-card.tsx";

/** The jerseys of a team or competition by score, or a link to submit the first one. */
export function JerseySection({
  title,
  listKey,
  jerseys,
  said,
  known,
}: {
  title: string;
  listKey: string;
  jerseys: Page<JerseySummary>;
  said: SaidByPage;
  /** Values that fill the submission form. */
  known: Record<string, string>;
}) {
  return (
    <section aria-labelledby="jerseys" className="page pt-6 md:pt-16">
      <h2 id="jerseys" className="heading mb-3 text-2xl md:mb-6 md:text-3xl">
        {title}
      </h2>
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
