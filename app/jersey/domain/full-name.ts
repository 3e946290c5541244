/** A jersey's title with its team, unless the title says it already. */
export function fullName({ title, team }: { title: string; team: string }): string {
  return title.includes(team) ? title : `${title} – ${team}`;
}

/** True of a title that is a team and a season, and does not say what is worn. */
export function saysNoKit({ title, team }: { title: string; team: string }): boolean {
  return title.startsWith(team) && /^[ \d–-]*$/.test(title.slice(team.length));
}
