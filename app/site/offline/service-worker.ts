/**
 * Registers the service worker (public/sw.js), which caches the offline page. Waits until the
 * current page has loaded.
 */
export function registerServiceWorker(): void {
  if (!("serviceWorker" in navigator)) return;
  const register = () => {
    navigator.serviceWorker.register("/sw.js").catch((error: unknown) => {
      console.warn("no page for offline use", error);
    });
  };
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}
