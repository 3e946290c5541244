import type { APIRequestContext, Page } from "@playwright/test";
import sharp from "sharp";

import { inLanguage, type Language, LANGUAGES } from "../../app/shared/i18n/languages.ts";
import { alternates, href, type ParamsOf, type Screen } from "../../app/shared/address/paths.ts";
import { TEXT_SCREENS } from "../../app/shared/address/screens.ts";
import { smallPicturePath } from "../../app/shared/address/small-picture-path.ts";
import { seasonShareId } from "../../app/shared/head/share-image.ts";
import { untilListening } from "../support/alive.ts";
import { expectAccessible } from "../support/accessible.ts";
import { exampleParams, read } from "../../tests/support/catalogue.ts";
import { isLong } from "../../tests/support/long.ts";
import { expect, test } from "../support/test.ts";

const SCREENS = [
  "home",
  "competitions",
  "sports",
  "trends",
  "today",
  "data",
  "sport",
  "competition",
  "season",
  "team",
  "variations",
  "brand",
  "jersey",
  "report",
  ...TEXT_SCREENS,
] as const satisfies Screen[];

/** What a page's head says, and the values of its links by `rel` and language. */
interface Head {
  lang: string;
  title: string;
  meta: Record<string, string>;
  links: Record<string, string>;
}

/** Reads the head of a page as a crawler does: neither scripts run, nor are pictures loaded. */
async function headOf(page: Page, path: string): Promise<Head> {
  const response = await page.request.get(path);
  expect(response.status(), path).toBe(200);
  return page.evaluate(
    (html) => {
      const { documentElement, head, title } = new DOMParser().parseFromString(html, "text/html");
      const valuesOf = (selector: string, key: (element: Element) => string, value: string) =>
        Object.fromEntries(
          [...head.querySelectorAll(selector)].map((element) => [
            key(element),
            element.getAttribute(value) ?? "",
          ]),
        );
      const either =
        (...names: string[]) =>
        (element: Element) =>
          names.map((name) => element.getAttribute(name)).find(Boolean) ?? "";
      return {
        lang: documentElement.lang,
        title,
        meta: valuesOf("meta", either("name", "property"), "content"),
        links: valuesOf("link", either("hreflang", "rel"), "href"),
      };
    },
    await response.text(),
  );
}

/** The parts of the schema.org data that the tests read. */
interface Structured {
  "@type": string;
  itemListElement?: { name: string }[];
  aggregateRating?: { ratingValue: number; ratingCount: number };
}

async function structured(page: Page): Promise<Structured[]> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
  return texts.map((text) => JSON.parse(text));
}

test.describe("describes a page in its head", () => {
  test.use({ javaScriptEnabled: false });

  test("in each language", { tag: "@long" }, async ({ page, site }) => {
    const examples = await exampleParams(site);
    for (const screen of SCREENS) {
      const params = examples[screen] as ParamsOf<typeof screen>;
      const paths = alternates(screen, params);
      const seen = new Set<string>();
      for (const lang of LANGUAGES) {
        const head = await headOf(page, href(screen, params, lang));
        const { title, meta, links } = head;
        expect(head.lang, screen).toBe(lang);
        expect(title, screen).toContain("Maillothèque");
        expect(meta.description?.length, meta.description ?? "").toBeGreaterThan(30);
        seen.add(meta.description ?? "");

        const canonical = site.url + paths[lang];
        const translations = [...LANGUAGES, "x-default"].map((other) => [
          other,
          site.url + paths[other === "x-default" ? "fr" : (other as Language)],
        ]);
        expect(links, screen).toMatchObject({
          canonical,
          ...Object.fromEntries(translations),
          manifest: `/manifest/${lang}.webmanifest`,
        });
        expect(meta, screen).toMatchObject({
          "og:title": title,
          "og:description": meta.description,
          "og:url": canonical,
          "og:image": expect.stringMatching(new RegExp(`^${site.url}/og/.+\\.${lang}\\.jpg$`)),
          "og:image:width": "1200",
          "og:image:height": "630",
          "twitter:card": "summary_large_image",
          "twitter:image": meta["og:image"],
        });
      }
      expect(seen.size, `${screen}: each language has its own description`).toBe(LANGUAGES.length);
    }
  });

  test("has search, price and a rating from the votes on the home page", async ({ page, site }) => {
    await page.goto("/pt");
    const [website, application] = await structured(page);
    expect(website).toMatchObject({
      "@type": "WebSite",
      url: `${site.url}/pt`,
      potentialAction: {
        "@type": "SearchAction",
        target: { urlTemplate: `${site.url}/pt/busca?q={search_term_string}` },
      },
    });
    expect(application).toMatchObject({ offers: { price: "0", priceCurrency: "EUR" } });
    await expect(async () => {
      await page.reload(); // the page may be some seconds older than the votes of other tests
      const rating = (await structured(page))[1]?.aggregateRating;
      const [votes] = await read<{ upvotes: number; downvotes: number }>(site, "rpc/vote_totals");
      const count = votes!.upvotes + votes!.downvotes;
      expect(rating).toMatchObject({
        ratingCount: count,
        ratingValue: Math.round((votes!.upvotes / count) * 50) / 10,
      });
    }).toPass();
  });

  test("has breadcrumbs on a jersey, and a rating only with votes", async ({ page, site }) => {
    const params = (await exampleParams(site)).jersey;
    await page.goto(href("jersey", params, "en"));
    const parts = await structured(page);
    const product = parts.find((part) => part["@type"] === "Product");
    const crumbs = parts.find((part) => part["@type"] === "BreadcrumbList");
    const names = crumbs?.itemListElement?.map(({ name }) => name) ?? [];
    expect(names).toHaveLength(4);
    expect(names[0]).toBe("Home");
    const rating = product!.aggregateRating!;
    expect(rating.ratingCount).toBeGreaterThan(0);
    await expect(page.getByText(rating.ratingValue.toFixed(1)).first()).toBeVisible();
  });
});

test.describe("the picture of a shared link", () => {
  async function picture(request: APIRequestContext, path: string) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(200);
    expect(response.headers()["content-type"]).toBe("image/jpeg");
    const body = await response.body();
    const { width, height, format } = await sharp(body).metadata();
    expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: "jpeg" });
    return { body, etag: response.headers().etag ?? "" };
  }

  test("is drawn for jersey, team, competition, season and site in each language", async ({
    request,
    site,
  }) => {
    const { jersey, team, competition, season } = await exampleParams(site);
    const named = [
      ["jersey", jersey.id],
      ["team", team.teamId],
      ["competition", competition.competitionId],
      ["season", seasonShareId(season.competitionId, season.season)],
      ["site", "maillotheque"],
    ] as const;
    const languages = isLong ? LANGUAGES : LANGUAGES.slice(0, 2);
    for (const [kind, id] of named) {
      const drawn = await Promise.all(
        languages.map((lang) => picture(request, `/og/${kind}/${id}.${lang}.jpg`)),
      );
      expect(new Set(drawn.map(({ etag }) => etag)).size, kind).toBe(languages.length);
      for (const { body } of drawn) {
        expect(body.length).toBeLessThan(300_000);
        const { channels } = await sharp(body)
          .extract({ left: 660, top: 100, width: 520, height: 480 })
          .stats();
        expect(channels[0]!.stdev, "there is text on it").toBeGreaterThan(15);
      }
    }
  });

  test("of a jersey is small, square and without words in a mail", async ({ request, site }) => {
    const { jersey } = await exampleParams(site);
    const response = await request.get(smallPicturePath(jersey.id, "fr"));
    expect(response.headers()["content-type"]).toBe("image/jpeg");
    const body = await response.body();
    expect(await sharp(body).metadata()).toMatchObject({ format: "jpeg", width: 320, height: 320 });
    expect(body.length).toBeLessThan(40_000);
  });

  test("is not sent again to a client that has it", async ({ request }) => {
    const path = "/og/site/maillotheque.fr.jpg";
    const { etag } = await picture(request, path);
    const again = await request.get(path, { headers: { "if-none-match": etag } });
    expect(again.status()).toBe(304);
  });

  test("answers 404 when there is nothing to draw", async ({ request, site }) => {
    const { season } = await exampleParams(site);
    const unknown = "00000000-0000-4000-8000-000000000000";
    for (const path of [
      `jersey/${unknown}.fr.jpg`,
      `team/${unknown}.fr.jpg`,
      `competition/${unknown}.fr.jpg`,
      `brand/${unknown}.fr.jpg`,
      // A season of the catalogue in which the competition has neither line-up nor jersey.
      `season/${seasonShareId(season.competitionId, "1911-12")}.fr.jpg`,
      "jersey/1.fr.jpg",
      "jersey/%27.fr.jpg",
      `jersey/${unknown}.xx.jpg`,
      `jersey/${unknown}`,
      "site/other.fr.jpg",
      "jersey/%00.fr.jpg",
    ]) {
      expect((await request.get(`/og/${path}`)).status(), path).toBe(404);
    }
  });
});

test("shows crawlers every public page and no private one", async ({ request, site }) => {
  const robots = await (await request.get("/robots.txt")).text();
  expect(robots).toContain(`Sitemap: ${site.url}/sitemap.xml`);
  for (const path of ["/account", "/en/admin", "/*?q="]) {
    expect(robots.split("\n")).toContain(`Disallow: ${path}`);
  }

  const locations = async (path: string) => {
    const response = await request.get(path);
    expect(response.headers()["content-type"]).toMatch(/^application\/xml/);
    const text = await response.text();
    return { text, urls: [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) => url) };
  };
  const index = await locations("/sitemap.xml");
  const files = await Promise.all(index.urls.map((url) => locations(url)));
  const urls = new Set(files.flatMap((file) => file.urls));
  expect(files.every((file) => file.urls.length > 0 && file.urls.length <= 50_000)).toBe(true);

  const all = await exampleParams(site);
  for (const screen of SCREENS) {
    if (screen === "variations") continue;
    for (const lang of LANGUAGES) {
      expect(urls).toContain(site.url + href(screen, all[screen] as never, lang));
    }
  }
  const jerseys = files.find(({ text }) => text.includes(`/jersey/`))!;
  expect(jerseys.text.match(/hreflang="x-default"/g)).toHaveLength(jerseys.urls.length);
  for (const url of jerseys.urls.slice(0, 4)) {
    expect((await request.get(url, { maxRedirects: 0 })).status(), url).toBe(200);
  }
  const missing = ["jerseys-3-1.xml", "%2e%2e.xml", "x", "jerseys-1-1.xml.data"];
  for (const path of missing.map((file) => `/sitemap/${file}`)) {
    expect((await request.get(path)).status(), path).toBe(404);
  }
});

test("can be installed in each language", async ({ page, request }) => {
  for (const lang of LANGUAGES) {
    const response = await request.get(`/manifest/${lang}.webmanifest`);
    expect(response.headers()["content-type"]).toMatch(/^application\/manifest\+json/);
    const manifest = await response.json();
    expect(manifest).toMatchObject({
      id: "/",
      lang,
      start_url: href("home", {}, lang),
      name: expect.stringMatching(/^Maillothèque/),
      display: "standalone",
    });
    const iconSizes = manifest.icons.map(({ sizes }: { sizes: string }) => sizes);
    expect(iconSizes).toEqual(expect.arrayContaining(["192x192", "512x512"]));
    for (const { src, sizes } of manifest.icons) {
      const icon = await request.get(src);
      expect(icon.status(), src).toBe(200);
      if (sizes === "any") continue;
      const { width, height } = await sharp(await icon.body()).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
  }
  for (const path of ["/favicon.ico", "/favicon.svg", "/apple-touch-icon.png", "/share.jpg"]) {
    expect((await request.get(path)).status(), path).toBe(200);
  }
  await page.goto("/");
  const devtools = await page.context().newCDPSession(page);
  const { errors } = await devtools.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
  // A private window can't install anything. Chromium's headless shell gives no reasons at all.
  const reasons = installabilityErrors.map(({ errorId }) => errorId);
  expect(reasons.filter((reason) => reason !== "in-incognito")).toEqual([]);
});

test.describe("without a network", () => {
  test.use({ serviceWorkers: "allow" });

  async function readyForOffline(page: Page, path: string): Promise<void> {
    // The worker of the test before may still be on its way out: then the next visit gets a new one.
    await expect(async () => {
      await page.goto(path);
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, {
        timeout: 10_000,
      });
    }).toPass();
  }

  test(
    "shows a translated offline page and recovers",
    { tag: "@long" },
    async ({ context, site }) => {
      // A page outside the fixtures: the browser reports every failed request.
      const page = await context.newPage();
      for (const [path, offline, lang, title] of [
        ["/competitions", "/offline", "fr", "Vous êtes hors ligne"],
        ["/pt/competicoes", "/pt/offline", "pt", "Você está sem conexão"],
      ] as const satisfies [string, string, Language, string][]) {
        await readyForOffline(page, site.url + inLanguage("/", lang));
        await expect
          .poll(() => page.evaluate(async (at) => Boolean(await caches.match(at)), offline))
          .toBe(true);
        await context.setOffline(true);
        await page.goto(site.url + path);
        await expect(page).toHaveURL(`${site.url}${offline}?from=${encodeURIComponent(path)}`);
        await expect(page.locator("html")).toHaveAttribute("lang", lang);
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
        await expectAccessible(page);
        await expect(page.getByRole("banner")).toBeVisible();
        await context.setOffline(false);
        // The page comes by itself; before, one had to press the link.
        await expect(page).toHaveURL(site.url + path);
        await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(title);
      }
    },
  );
});

test.describe("a visitor with another browser language", () => {
  test.use({ locale: "en-GB" });

  const offerOf = (page: Page) => page.getByRole("region", { name: "Language" });

  test("gets an offer in that language without a layout shift", async ({ page }) => {
    await page.goto("/tendances");
    await expect(page.locator("html")).toHaveAttribute("lang", "fr");
    await expect(offerOf(page)).toContainText("This site is also available in English.");
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const observer = new PerformanceObserver(() => {});
          observer.observe({ type: "layout-shift", buffered: true });
          // Earlier entries are delivered with the next frame.
          requestAnimationFrame(() =>
            requestAnimationFrame(() => {
              const entries = observer.takeRecords() as unknown as { value: number }[];
              resolve(entries.reduce((sum, { value }) => sum + value, 0));
            }),
          );
        }),
    );
    expect(shift).toBe(0);
    await expectAccessible(page);
    await offerOf(page).getByRole("link", { name: "Read in English" }).click();
    await expect(page).toHaveURL("/en/tendances");
    await expect(offerOf(page)).toBeHidden();
  });

  test("gets no second offer after declining", { tag: "@long" }, async ({ page }) => {
    await page.goto("/");
    await offerOf(page).getByRole("button", { name: "Close" }).click();
    await expect(offerOf(page)).toBeHidden();
    const texts = page.waitForResponse((response) => response.url().endsWith("/trends.json"));
    await page.goto("/tendances");
    await texts;
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(offerOf(page)).toHaveCount(0);
  });

  test("gets an offer of the chosen language on every page", { tag: "@long" }, async ({ page }) => {
    await page.goto("/en");
    await expect(offerOf(page)).toHaveCount(0);
    // Before hydration the link works, but the choice is not saved.
    await untilListening(page);
    await page.getByRole("button", { name: "Language" }).click();
    await page.getByRole("banner").getByRole("link", { name: "Español" }).click();
    await expect(page).toHaveURL("/es");
    await page.goto("/en/trends");
    await expect(page.getByRole("region", { name: "Idioma" })).toContainText("español");
  });

  test("is never redirected and not disturbed in a form", async ({ page }) => {
    await page.goto("/soumettre");
    await page.goto("/auth");
    await expect(page.locator("html")).toHaveAttribute("lang", "fr");
    await expect(page).toHaveURL("/auth");
    await expect(offerOf(page)).toHaveCount(0);
  });
});
