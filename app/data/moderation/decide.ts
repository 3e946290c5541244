import type { JerseyFields } from "../../domain/rules/correction-rules.ts";
import type { Client } from "../client.ts";
import type { QueuedJersey } from "./queue.ts";

export type Decision = "approved" | "rejected";

/** What belongs to a decision: the reason of a rejection, the corrections of an approval. */
export interface DecisionDetails {
  note?: string;
  corrections?: Partial<JerseyFields>;
}

/**
 * Decides on a jersey. An approval is about the version that the administrator has seen, and can be
 * undone for some seconds; a rejection carries a reason for the author.
 */
export async function decide(
  client: Client,
  jersey: QueuedJersey,
  decision: Decision,
  { note, corrections }: DecisionDetails = {},
): Promise<void> {
  await client
    .rpc("moderate_jersey", {
      jersey_id: jersey.id,
      decision,
      ...(decision === "approved" && { seen: versionOf(jersey), undoable: true }),
      ...(corrections && { corrections }),
      ...(note && { note }),
    })
    .throwOnError();
}

/** The version on the screen, as `private.version_for_review()` builds it. */
function versionOf(jersey: QueuedJersey) {
  const { title, edition, description, external_link, league, year, kit_type, colors, price } =
    jersey;
  const { competition_id, season_id, team_id, brand_id } = jersey;
  return {
    ...{ title, edition, description, external_link, league, year, kit_type, colors, price },
    ...{ competition_id, season_id, team_id, brand_id },
    // Rows have names of their own, which may change.
    team: team_id === null ? jersey.team : null,
    brand: brand_id === null ? jersey.brand : null,
    images: jersey.images.map(({ version }) => version),
  };
}

/** Undoes one's own approval of the last seconds. */
export async function undoDecision(client: Client, jerseyId: string): Promise<void> {
  await client.rpc("undo_decision", { jersey_id: jerseyId }).throwOnError();
}
