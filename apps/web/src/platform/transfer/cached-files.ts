/** Names the browser caches that the service worker fills (apps/web/service-worker). */

const prefix = 'apogee-'

/**
 * Deletes all caches at sign-out, because on a shared computer even the loaded code reveals visited pages. The service worker also
 * deletes them, in case this page ends before it has finished.
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
