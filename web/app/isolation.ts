const reloadedKey = 'formatlab.isolation-reloaded';

/**
 * If the host sets no isolation headers, a service worker adds them and the page reloads once under it. It never
 * reloads twice: if the reload does not help, the page keeps the coarse timer, and the results state so. `mayReload`
 * returns true if a reload loses nothing.
 */
export async function requestIsolation(mayReload: () => boolean): Promise<void> {
  if (window.crossOriginIsolated || !window.isSecureContext || !('serviceWorker' in navigator) || import.meta.env.DEV)
    return;
  try {
    if (sessionStorage.getItem(reloadedKey) !== null) return;
    const registration = await navigator.serviceWorker.register(new URL('coi-sw.js', document.baseURI));
    await navigator.serviceWorker.ready;
    if (registration.active === null || !mayReload()) return;
    sessionStorage.setItem(reloadedKey, '1');
    window.location.reload();
  } catch {
    // Service workers are unavailable, for example in a private window. The page works without isolation.
  }
}
