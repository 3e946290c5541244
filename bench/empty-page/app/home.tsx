export const meta = () => [{ title: "Empty" }];

/** As a page of the site is asked for what it may be cached. */
export const headers = () => ({ "Cache-Control": "public, max-age=0, s-maxage=10" });

export default function Home() {
  return <main>Nothing</main>;
}
