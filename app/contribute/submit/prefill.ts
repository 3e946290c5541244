import { isKitType } from "../../shared/domain/kit-types.ts";
import { isLeague } from "../../shared/domain/leagues.ts";
import { hasLength, tidy } from "../../shared/domain/rules/text.ts";
import { isUuid } from "../../shared/domain/uuid.ts";
import { type JerseyForm, OTHER } from "./rules.ts";

/**
 * Initial values from an address: `/submit?league=NBA&team=…&kit=home&year=1998`. A team that is not
 * in the catalogue has a `name`; a season may be its code (`2003-04`).
 */
export interface Prefill {
  form: Partial<JerseyForm>;
  /** The ids below need a query for their parents: a team determines its competition and league. */
  teamId?: string;
  competitionId?: string;
  seasonCode?: string;
}

/** Parses the address. Undefined if it holds no values; impossible values are ignored. */
export function prefillOf(query: URLSearchParams): Prefill | undefined {
  const league = query.get("league")?.toUpperCase();
  const kitType = query.get("kit");
  const year = query.get("year");
  const name = tidy(query.get("name") ?? "");
  const form: Partial<JerseyForm> = {
    ...(isLeague(league) && { league }),
    ...(isKitType(kitType) && { kit_type: kitType }),
    ...(year && /^\d{4}$/.test(year) && { year }),
    ...(uuid(query.get("season")) && { season: query.get("season")! }),
    ...(!query.has("team") && hasLength(name, 2, 120) && { team: OTHER, teamText: name }),
  };
  const teamId = uuid(query.get("team"));
  const competitionId = uuid(query.get("competition"));
  const seasonCode = /^\d{4}(?:-\d{2})?$/.exec(query.get("season") ?? "")?.[0];
  if (Object.keys(form).length === 0 && !teamId && !competitionId && !seasonCode) return undefined;
  return { form, teamId, competitionId, ...(seasonCode && { seasonCode }) };
}

function uuid(value: string | null): string | undefined {
  return value && isUuid(value) ? value : undefined;
}
