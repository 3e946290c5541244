import { type ReactNode, useEffect, useState } from "react";
import {
  Links,
  Meta,
  Outlet,
  redirect,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteLoaderData,
} from "react-router";

import type { Route } from "./+types/root.ts";
import { CardDrawings } from "./shared/components/card-icons.tsx";
import { ErrorScreen } from "./shared/components/error-screen.tsx";
import { Footer } from "./site/layout/footer.tsx";
import { InlineScript } from "./shared/components/inline-script.tsx";
import { Layout as PageLayout } from "./site/layout/layout.tsx";
import { STORED } from "./shared/address/cache-control.ts";
import { notFoundWords } from "./shared/address/not-found.ts";
import { accessContext } from "./shared/data/access.ts";
import { AccountLink } from "./account/account-link/account-link.tsx";
import { ReviewLink } from "./account/account-link/review-link.tsx";
import { CollectionLink } from "./account/account-link/collection-link.tsx";
import { CopyEditorHost } from "./collect/copy-editor/copy-editor-host.tsx";
import { SessionEnd } from "./account/session-end/session-end.tsx";
import { SessionReturn } from "./account/session-return/session-return.tsx";
import { OldCode } from "./site/old-code.tsx";
import { OfflineGuard } from "./site/offline/offline-guard.tsx";
import { SearchButton } from "./browse/search/search-button.tsx";
import { LanguageLinks } from "./site/language/language-links.tsx";
import { LanguageMenu } from "./site/language/language-menu.tsx";
import { LanguageSuggestion } from "./site/language/language-suggestion.tsx";
import { FirstPaint } from "./site/theme/first-paint.tsx";
import { ThemeSwitch } from "./site/theme/theme-switch.tsx";
import { translator } from "./shared/i18n/translations.ts";
import { languageOf } from "./shared/i18n/languages.ts";
import { loadPageTexts, textAddresses } from "./shared/address/page-texts.ts";
import { canonicalPath } from "./shared/address/canonical-path.ts";
import { movedPath } from "./shared/address/moved-path.ts";
import { useLanguage } from "./shared/i18n/use-language.ts";
import { RECORD, replayEarlyInput } from "./site/early-input.ts";
import "./shared/styles/app.css";
import barlow from "./shared/styles/fonts/barlow-condensed.woff2?url";
import inter from "./shared/styles/fonts/inter.woff2?url";

/** The fonts of text and numerals; other subsets load when a page needs them. */
export const links: Route.LinksFunction = () => [
  ...[inter, barlow].map((href) => ({
    rel: "preload",
    as: "font",
    type: "font/woff2",
    crossOrigin: "anonymous" as const,
    href,
  })),
  { rel: "icon", type: "image/svg+xml", href: "/favicon.svg" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
];

export const middleware: Route.MiddlewareFunction[] = [
  ({ url }) => {
    const proper = canonicalPath(url.pathname);
    if (proper) throw redirect(proper + url.search, 301);
    const moved = movedPath(url.pathname);
    // The key of a shared year is in its address.
    if (moved) throw redirect(moved.includes("?") ? moved : moved + url.search, 301);
  },
];

/** The head of a page that failed; every other page has its own `meta`. */
export const meta: Route.MetaFunction = ({ error, location }) => {
  const lang = languageOf(location.pathname);
  const t = translator(lang, "common");
  if (!error) return [{ title: t("brand") }];
  const words = notFoundWords(error);
  const [title, text] = words
    ? [translator(lang, words)("notFound.title"), translator(lang, words)("notFound.text")]
    : [t("unavailable.title"), t("unavailable.text")];
  return [
    { title: `${title} | ${t("brand")}` },
    { name: "description", content: text },
    { name: "robots", content: "noindex" },
  ];
};

export function loader({ context }: Route.LoaderArgs) {
  const { url, anonKey, siteUrl, captcha } = context.get(accessContext);
  return { backendUrl: url, anonKey, siteUrl, ...(captcha && { captcha }) };
}

/** Loads a page's texts before the page renders. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ url }, next) => {
    await loadPageTexts(url.pathname);
    await next();
  },
];

/** The root's data never changes. */
export const shouldRevalidate = () => false;

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": STORED });

export function Layout({ children }: { children: ReactNode }) {
  const lang = useLanguage();
  const { pathname } = useLocation();
  // Of the first page only: the texts of a later one are there before it renders, and a browser warns of
  // files that are preloaded for nothing.
  const [preloaded] = useState(() => textAddresses(pathname));
  // Undefined if the root loader itself failed: the error page needs no backend.
  const data = useRouteLoaderData<typeof loader>("root");
  return (
    // FirstPaint sets data-theme before the first paint; the server can't know its value.
    <html lang={lang} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="backend-url" content={data?.backendUrl ?? ""} />
        <meta name="backend-key" content={data?.anonKey ?? ""} />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf6" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0c1118" />
        <link rel="manifest" href={`/manifest/${lang}.webmanifest`} />
        <FirstPaint />
        <InlineScript text={RECORD} />
        {preloaded.map((href) => (
          <link key={href} rel="preload" as="fetch" crossOrigin="anonymous" href={href} />
        ))}
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

function Frame({ children }: { children: ReactNode }) {
  useEffect(replayEarlyInput, []);
  return (
    <PageLayout
      tools={
        <>
          <SearchButton />
          <ReviewLink />
          <CollectionLink />
          <LanguageMenu />
        </>
      }
      account={<AccountLink />}
      footer={<Footer languages={<LanguageLinks />} theme={<ThemeSwitch />} />}
    >
      {children}
      <OldCode />
    </PageLayout>
  );
}

export default function App() {
  return (
    <Frame>
      <CardDrawings />
      <SessionReturn />
      <SessionEnd />
      <OfflineGuard />
      <LanguageSuggestion />
      <CopyEditorHost />
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Frame>
      <ErrorScreen error={error} />
    </Frame>
  );
}
