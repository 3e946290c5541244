import type { Page } from "@playwright/test";

import { feedPath, type FeedSubject } from "../../app/shared/address/feed-path.ts";
import { href } from "../../app/shared/address/paths.ts";
import { LANGUAGES } from "../../app/shared/i18n/languages.ts";
import { exampleParams } from "../../tests/support/catalogue.ts";
import { runSql } from "../support/database.ts";
import { clientOf, submitJersey } from "../support/jerseys.ts";
import { createMember } from "../support/members.ts";
import { publicJersey } from "../support/public-jerseys.ts";
import { expect, test } from "../support/test.ts";

/** In words that no visitor may read. */
const MARKER = "zzfeedsecret";

/** What a feed validator would say of an Atom feed (RFC 4287), and its entries. */
function readAtom(page: Page, xml: string, self: string) {
  return page.evaluate(
    ([text, address, now]) => {
      const problems: string[] = [];
      const check = (isGood: unknown, problem: string) => void (isGood || problems.push(problem));
      const document = new DOMParser().parseFromString(text, "application/xml");
      check(!document.querySelector("parsererror"), "not well-formed");
      const feed = document.documentElement;
      check(feed.localName === "feed", "no feed");
      check(feed.namespaceURI === "http://www.w3.org/2005/Atom", "another namespace");
      check(feed.getAttribute("xml:lang"), "no language");
      const of = (parent: Element, name: string) =>
        [...parent.children].filter((child) => child.localName === name);
      const one = (parent: Element, name: string) => {
        check(of(parent, name).length === 1, `${of(parent, name).length} × ${name}`);
        return of(parent, name)[0]?.textContent?.trim() ?? "";
      };
      const date = (parent: Element, name: string) => {
        const value = one(parent, name);
        check(
          /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value),
          `date ${value}`,
        );
        check(Date.parse(value) <= now + 60_000, `in the future: ${value}`);
        return Date.parse(value);
      };
      const link = (parent: Element, rel: string) => {
        const found = of(parent, "link").filter((each) => each.getAttribute("rel") === rel);
        check(found.length === 1, `${found.length} links ${rel}`);
        const to = found[0]?.getAttribute("href") ?? "";
        check(URL.canParse(to), `relative: ${to}`);
        check(found[0]?.getAttribute("type"), `no type: ${to}`);
        return to;
      };
      const iri = (parent: Element) => {
        const value = one(parent, "id");
        check(URL.canParse(value), `id ${value}`);
        return value;
      };
      iri(feed);
      check(one(feed, "title"), "no title");
      const updated = date(feed, "updated");
      check(link(feed, "self") === address, "another self");
      link(feed, "alternate");
      check(
        of(feed, "author").some((author) => one(author, "name")),
        "no author",
      );
      const entries = of(feed, "entry").map((entry) => {
        check(date(entry, "updated") <= updated, "an entry later than its feed");
        date(entry, "published");
        const content = of(entry, "content")[0];
        check(content?.getAttribute("type") === "html", "content without type");
        const html = new DOMParser().parseFromString(content?.textContent ?? "", "text/html");
        check(html.querySelector("img[src^='http']"), "no picture");
        check(!html.querySelector("script, b"), "elements of a title");
        return { id: iri(entry), title: one(entry, "title"), page: link(entry, "alternate") };
      });
      check(new Set(entries.map(({ id }) => id)).size === entries.length, "an id twice");
      return { problems, title: one(feed, "title"), entries };
    },
    // Not the browser’s clock, which may be another than the server’s.
    [xml, self, Date.now()] as const,
  );
}

interface JsonFeed {
  version: string;
  title: string;
  home_page_url: string;
  feed_url: string;
  language: string;
  items: { id: string; url: string; title: string; content_html: string; date_published: string }[];
}

test(
  "feeds are valid in each language and both formats, and their pages lead to them",
  { tag: "@long" },
  async ({ page, site }) => {
    await runSql(site, "select draw_days()");
    const params = await exampleParams(site);
    const [empty] = await runSql(
      site,
      "select id from teams where is_active and not exists (select from jerseys where team_id = teams.id) limit 1",
    );
    const feeds: [subject: FeedSubject, path: (lang: "fr" | "en" | "es" | "pt") => string][] = [
      [{ kind: "daily" }, (lang) => href("today", {}, lang)],
      [{ kind: "latest" }, (lang) => href("home", {}, lang)],
      [{ kind: "team", id: params.team.teamId }, (lang) => href("team", params.team, lang)],
      [{ kind: "team", id: empty!.id! }, (lang) => href("team", { teamId: empty!.id! }, lang)],
      [
        { kind: "competition", id: params.competition.competitionId },
        (lang) => href("competition", params.competition, lang),
      ],
      [{ kind: "brand", id: params.brand.brandId }, (lang) => href("brand", params.brand, lang)],
      [{ kind: "list", id: params.list.id }, (lang) => href("list", params.list, lang)],
    ];
    for (const [subject, pageOf] of feeds) {
      for (const lang of LANGUAGES) {
        const path = feedPath(subject, lang, "atom");
        const answer = await page.request.get(path);
        expect(answer.headers()["content-type"], path).toBe("application/atom+xml; charset=utf-8");
        const atom = await readAtom(page, await answer.text(), site.url + path);
        expect(atom.problems, path).toEqual([]);

        const other = feedPath(subject, lang, "json");
        const second = await page.request.get(other);
        expect(second.headers()["content-type"]).toBe("application/feed+json; charset=utf-8");
        const json = (await second.json()) as JsonFeed;
        expect(json).toMatchObject({
          version: "https://jsonfeed.org/version/1.1",
          title: atom.title,
          home_page_url: site.url + pageOf(lang),
          feed_url: site.url + other,
          language: lang,
        });
        const said = json.items.map(({ id, title, url }) => ({ id, title, page: url }));
        expect(said).toEqual(atom.entries);
        const isEmpty = "id" in subject && subject.id === empty!.id;
        expect(said.length > 0, path).toBe(!isEmpty);

        const html = await (await page.request.get(pageOf(lang))).text();
        for (const [format, address] of [
          ["atom+xml", path],
          ["feed+json", other],
        ]) {
          expect(html, pageOf(lang)).toMatch(
            new RegExp(
              `<link rel="alternate" type="application/${format!.replace("+", "\\+")}" href="${address}"`,
            ),
          );
        }
      }
    }
    // An entry's id leads to its page, also when its words change.
    const latest = (await (await page.request.get("/feed/latest.en.json")).json()) as JsonFeed;
    const [first] = latest.items;
    expect((await page.request.get(first!.id)).url()).toBe(first!.url);
    for (const nothing of ["/feed/", "/feed/de.atom", `/feed/team/${params.list.id}.fr.atom`]) {
      expect((await page.request.get(nothing)).status(), nothing).toBe(404);
    }
  },
);

test("a feed has what is public only, escapes it, and is answered with 304 until it changes", async ({
  page,
  site,
}) => {
  const TITLE = `Red & <b>Star</b> "98" ]]> d’été`;
  const author = await createMember(site, "feeds");
  const client = clientOf(site, author);
  const [team] = await runSql(
    site,
    "select id, competition_id from teams where slug = 'paris-saint-germain'",
  );
  const of = { team_id: team!.id, team: "Paris Saint-Germain" };
  const id = await publicJersey(site, { title: TITLE, ...of }, { author });
  const hidden = await publicJersey(site, { title: `Off ${MARKER}`, ...of }, { author });
  await runSql(site, "update jerseys set is_active = false where id = $1", [hidden]);
  const pending = await submitJersey(site, author, {
    title: `Pending ${MARKER}`,
    year: 1999,
    ...of,
  });
  const { data: list } = await client
    .from("lists")
    .insert({ title: `Private ${MARKER}`, is_public: false })
    .select("id")
    .single()
    .throwOnError();
  await client
    .from("list_items")
    .insert([id, pending].map((jersey_id) => ({ list_id: list.id, jersey_id })))
    .throwOnError();

  const paths = [
    "/feed/latest.fr.atom",
    `/feed/team/${team!.id}.fr.atom`,
    `/feed/competition/${team!.competition_id}.fr.atom`,
  ];
  for (const path of paths) {
    await expect
      .poll(async () => {
        const text = await (await page.request.get(path)).text();
        expect(text).not.toContain(MARKER);
        const { problems, entries } = await readAtom(page, text, site.url + path);
        expect(problems).toEqual([]);
        return entries.map(({ title }) => title);
      })
      .toContain(TITLE);
  }

  const listed = `/feed/list/${list.id}.fr.json`;
  expect((await page.request.get(listed)).status()).toBe(404);
  await client
    .from("lists")
    .update({ is_public: true, title: "Open" })
    .eq("id", list.id)
    .throwOnError();
  const shown = await page.request.get(listed);
  expect(shown.headers()["cache-control"]).toBe("private, no-store");
  expect(await shown.text()).not.toContain(MARKER);
  expect(((await shown.json()) as JsonFeed).items.map(({ title }) => title)).toEqual([TITLE]);
  await client.from("lists").update({ is_public: false }).eq("id", list.id).throwOnError();
  expect((await page.request.get(listed)).status()).toBe(404);

  const [path = ""] = paths;
  const { etag } = (await page.request.get(path)).headers();
  const again = await page.request.get(path, { headers: { "If-None-Match": etag! } });
  expect(again.status()).toBe(304);
  expect(await again.text()).toBe("");
  await runSql(site, "update jerseys set is_active = false where id = $1", [id]);
  for (const each of paths) {
    await expect
      .poll(async () => (await page.request.get(each)).text())
      .not.toContain(`/jersey/${id}`);
  }
  const changed = await page.request.get(path, { headers: { "If-None-Match": etag! } });
  expect(changed.status()).toBe(200);
});
