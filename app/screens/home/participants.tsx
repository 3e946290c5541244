import { useNavigate } from "react-router";

import { isPlainClick } from "../../components/plain-link.tsx";
import { useHref } from "../../address/use-href.ts";
import { escapeHtml } from "../../domain/escape-html.ts";

/**
 * The teams of a competition, `teams` being id and name in turn. There are hundreds on the page:
 * written as one text, they cost a tenth of what as many elements do, on the server and again in
 * the browser. They are followed without loading a whole page.
 */
export function Participants({ teams }: { teams: string[] }) {
  const base = useHref()("team", { teamId: "" });
  const navigate = useNavigate();
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest("a");
    if (!link || !isPlainClick(event)) return;
    event.preventDefault();
    void navigate(link.pathname);
  };
  let html = "";
  for (let n = 0; n < teams.length; n += 2) {
    const [id = "", name = ""] = teams.slice(n, n + 2);
    html += `<li><a href="${base}${encodeURIComponent(id)}">${escapeHtml(name)}</a></li>`;
  }
  // One listener hears them all.
  const listen = (list: HTMLUListElement) => {
    list.addEventListener("click", follow);
    return () => list.removeEventListener("click", follow);
  };
  return <ul ref={listen} className="participants" dangerouslySetInnerHTML={{ __html: html }} />;
}
