import { translator } from "../../../shared/i18n/translations.ts";
import { isLanguage, type Language } from "../../../shared/i18n/languages.ts";
import { href, type Screen } from "../../../shared/address/paths.ts";
import type { Route } from "./+types/manifest.ts";

const SHORTCUTS = ["trends", "competitions", "submit"] as const satisfies Screen[];

/** `/manifest/{language}.webmanifest`: the manifest of the installed site. */
export function loader({ params }: Route.LoaderArgs): Response {
  const [lang, ending, ...rest] = params.file.split(".");
  if (!isLanguage(lang) || ending !== "webmanifest" || rest.length > 0) {
    return new Response("Not Found", { status: 404 });
  }
  return new Response(JSON.stringify(manifest(lang)), {
    headers: {
      "Content-Type": "application/manifest+json; charset=utf-8",
      "Cache-Control": "public, max-age=86400",
    },
  });
}

function manifest(lang: Language) {
  const t = translator(lang, "common");
  return {
    // One application, whichever language it was installed from.
    id: "/",
    scope: "/",
    start_url: href("home", {}, lang),
    name: t("brand"),
    short_name: t("brand"),
    description: t("tagline"),
    lang,
    dir: "ltr",
    display: "standalone",
    background_color: "#fbfaf6",
    theme_color: "#fbfaf6",
    categories: ["sports", "social", "lifestyle"],
    icons: [
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
      { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icon-maskable.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
    shortcuts: SHORTCUTS.map((screen) => ({
      name: t(`nav.${screen}`),
      url: href(screen, {}, lang),
    })),
  };
}
