const SEASON = /(\d{4}[-–]\d{2,4})/;

/** A title whose season stays in one line: browsers break after its dash. */
export function UnbrokenTitle({ children }: { children: string }) {
  const [before, season, after] = children.split(SEASON);
  if (!season) return children;
  return (
    <>
      {before}
      <span className="whitespace-nowrap">{season}</span>
      {after}
    </>
  );
}
