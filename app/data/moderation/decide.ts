import type { JerseyFields } from "../../domain/rules/correction-rules.ts";
import type { Client } from "../client.ts";
import type { QueuedJersey } from "./queue.ts";

export type Decision = "approved" | "rejected";

/** What belongs to a decision. */
export interface DecisionDetails {
  /** The reason of a rejection, or of what is refused of an edit. */
  note?: string;
  /** Of an approval. */
  corrections?: Partial<JerseyFields>;
  /** What an approval leaves out of an edit: columns, addresses of images, or `order`. */
  refused?: string[];
}

/**
 * Decides on a jersey. An approval is about the version that the administrator has seen, and can be
 * undone for some seconds; a rejection carries a reason for the author.
 */
export async function decide(
  client: Client,
  jersey: QueuedJersey,
  decision: Decision,
  { note, corrections, refused }: DecisionDetails = {},
): Promise<void> {
  await client
    .rpc("moderate_jersey", {
      jersey_id: jersey.id,
      decision,
      ...(decision === "approved" && { seen: versionOf(jersey), undoable: true }),
      ...(corrections && { corrections }),
      ...(note && { note }),
      ...(refused && { refused }),
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
