const reloadedKey = 'formatlab.isolation-reloaded';

/**
 * Where the host sets no isolation headers, a service worker adds them, and one reload puts the page under it. Only one: a
 * browser in which that does not help keeps the coarse timer, which the results say. `mayReload` says whether nothing would be lost by it.
 */
export async function seekIsolation(mayReload: () => boolean): Promise<void> {
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
    // No service workers here (a private window, a policy): the page works without isolation.
  }
}
