/** The browser caches that the service worker fills (apps/web/service-worker). */

const prefix = 'apogee-'

/**
 * Signing out deletes everything on a shared computer, even which pages' code was loaded. The service worker does it, too: it
 * finishes when this page is left meanwhile.
 */
export function deleteCachedFiles(): void {
  if (!('caches' in globalThis)) return
  navigator.serviceWorker?.controller?.postMessage('empty-stores')
  emptyStores().catch((error: unknown) => console.warn('What was kept could not be removed', error))
}

async function emptyStores(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith(prefix)).map((name) => caches.delete(name)))
}
