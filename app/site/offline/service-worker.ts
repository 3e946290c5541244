/**
 * Registers the service worker (public/sw.js), which stores pages for when there is no network. Waits until the
 * current page has loaded.
 */
export function registerServiceWorker(): void {
  if (!("serviceWorker" in navigator)) return;
  const register = () => {
    // Without it nothing is stored, and all else works.
    navigator.serviceWorker.register("/sw.js").catch(() => undefined);
  };
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}
