export const meta = () => [{ title: "Empty" }];

/** The cache headers of the site's pages. */
export const headers = () => ({ "Cache-Control": "public, max-age=0, s-maxage=10" });

export default function Home() {
  return <main>Nothing</main>;
}
