/** Keeps a page for when there is no network (public/sw.js); once this one has all it needs. */
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
