import { useEffect, useState } from "react";

import { backend } from "../../shared/data/browser.ts";
import type { FoundTeam } from "../../shared/data/search/read.ts";
import { popularTeams } from "../../shared/data/search/popular-teams.ts";

/** Read once per page load. */
let loading: Promise<FoundTeam[]> | undefined;

async function load(): Promise<FoundTeam[]> {
  const { url, key } = backend();
  try {
    return await popularTeams({ url, key });
  } catch (error) {
    console.error("popular teams could not be read", error);
    loading = undefined; // the next dialog tries again
    return [];
  }
}

/** The teams with the most jerseys; none until they are read. */
export function usePopularTeams(): FoundTeam[] {
  const [teams, setTeams] = useState<FoundTeam[]>([]);
  useEffect(() => {
    let isShown = true;
    loading ??= load();
    void loading.then((found) => isShown && setTeams(found));
    return () => {
      isShown = false;
    };
  }, []);
  return teams;
}
